import { isAutomaticAgent } from './automatic-agent';

export type UserAgentClass = 'mobile' | 'desktop' | 'bot' | 'unknown';

/** Returns the kind of program behind a click, too coarse to identify a person. */
export function classifyUserAgent(userAgent: string | undefined): UserAgentClass {
  if (!userAgent) return 'unknown';
  if (isAutomaticAgent(userAgent)) return 'bot';
  if (/mobile|android|iphone|ipad|ipod/i.test(userAgent)) return 'mobile';
  if (/windows|macintosh|linux|cros|x11/i.test(userAgent)) return 'desktop';
  return 'unknown';
}
