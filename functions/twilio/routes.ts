import { TWILIO_MESSAGE_ROUTES } from './messages.routes';

/**
 * Routes in Twilio's form, which Twilio documents: the reference of the API does not. The gateway has one route for all
 * of them, so that what is not there is answered in Twilio's form too.
 */
export const TWILIO_DECLARATIONS = TWILIO_MESSAGE_ROUTES;

/** Route of the gateway for all of them. */
export const TWILIO_GATEWAY_PATH = '/2010-04-01/{path+}';
export const TWILIO_HANDLER = 'functions/twilio/messages.ts';
