import type { Words } from './words';

export const EN: Words = {
  language: 'English',
  title: 'Get text messages from {brand}',
  description: 'What you get',
  frequency: 'How often',
  phoneLabel: 'Mobile phone number',
  phoneHint: 'Such as (206) 555-0100, or with country code: +1 206 555 0100.',
  countriesHint: 'Only numbers of: {countries}.',
  consent:
    'I agree to get recurring text messages (SMS and MMS) from {brand} at the number above: {description} {frequency} Message and data rates may apply. Reply STOP to opt out, HELP for help. Consent is not a condition of any purchase.',
  terms: 'Terms and conditions',
  privacy: 'Privacy policy',
  submit: 'Sign up',
  leaveEmpty: 'Leave this field empty',
  otherLanguages: 'This page in other languages',
  errorTitle: 'Please check the form',
  errors: {
    phone: 'Enter a mobile phone number, such as (206) 555-0100 or +1 206 555 0100.',
    country: 'Numbers of this country cannot sign up here. Enter a number of another country.',
    consent: 'Tick the box to agree. Without it no messages are sent.',
    changed: 'This page has changed since you opened it. Read it again, then sign up.',
  },
  done: {
    title: 'Check your phone',
    paragraphs: [
      'If this number can be signed up, a text message from {sender} is on its way to it. Reply YES to it to get messages from {brand}. Until you do, you get none.',
      'Are you signed up already, or have you asked for it several times today? Then no further message comes.',
      'Have you replied STOP before? Then no message comes: first text START to {sender}, then fill in this form again.',
    ],
  },
  later: {
    title: 'Please try again later',
    paragraphs: ['Nobody can sign up here at the moment. Nothing was sent to your phone.'],
  },
  notFound: {
    title: 'This form does not exist',
    paragraphs: ['It may have been taken away. Check the address, or ask who gave it to you.'],
  },
  unreadable: {
    title: 'The form could not be read',
    paragraphs: ['Open the form in a browser, and fill it in there.'],
  },
  formLink: 'Back to the form',
};
