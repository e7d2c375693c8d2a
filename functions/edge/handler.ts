/** Answers CloudFront, which asks for short links. */
export const EDGE_LINK_HANDLER = 'functions/edge/answer-link.ts';
