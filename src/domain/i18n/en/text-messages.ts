export const textMessages = {
  'sms.code': 'Wattle code: {code}. It works for 5 minutes. We never ask you for it.',
  'sms.codeAutofill': '@{host} #{code}',
  'sms.phoneCheck': 'Wattle code to check this number: {code}. It works for 5 minutes.',
  'sms.passwordChanged': 'Your Wattle password was changed. Not you? Call {helpPhone}.',
  'sms.mfaOff': 'The second step of your Wattle account is off. Not you? Call {helpPhone}.',
  'sms.emergencyOpened': 'Your Wattle emergency page was opened at {time} on {date}. Not expected? Sign in and make a new card.',
  'sms.emergencyOpenedContact': 'The Wattle emergency page of {person} was opened at {time} on {date}.',
} as const;
