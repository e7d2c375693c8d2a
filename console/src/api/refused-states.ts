/** Texts for states that do not allow a request, by `details.status` of error 33111. */
export const REFUSED_STATES: Readonly<Record<string, string>> = {
  lastAdmin: 'This is the last administrator of the account. Make another user an administrator first.',
  self: 'You cannot change or remove yourself. Ask another administrator.',
  alreadyMember: 'This person is a user of the account already.',
  alreadyOperator: 'This person is an operator already.',
  assigned: 'An account has this number already.',
  defaultNumber: 'It is the default number of the account. Choose another one in its settings first.',
  sendsForGroups: 'Groups of the account send from this number. Choose another one for them first.',
  senderInUse:
    'Groups, keywords, automations or campaigns of the account send from it. Choose another one there first.',
  changedMeanwhile:
    'Another user changed this after you opened it. Your change was not made: look at it as it is now, then decide again.',
  newText: 'Another text has come from the phone. Read it, then close the conversation.',
  likelyOptOut: 'A text of this phone sounds like an opt-out. Decide on it first.',
  closed: 'The account is closed.',
  disabled: 'The endpoint is off. Turn it on first.',
  endpointDisabled: 'The endpoint is off. Turn it on first.',
  stillDue: 'The timer has run, and work is still overdue. The dead letters are kept: look at Overdue work.',
};
