export const organisationSignIn = {
  'organisation.title': 'Sign in with your organisation',
  'organisation.lead':
    'For staff whose organisation signs them in. We mail you the address of the sign-in. Keep it as a bookmark.',
  'organisation.email': 'Your work email',
  'organisation.submit': 'Mail me the address',
  'organisation.sent.title': 'Look in your mail',
  'organisation.sent.body':
    'If {email} belongs to staff who sign in with their organisation, the address is on its way.',
  'organisation.sent.notFound': 'Nothing came? Look in the spam folder, or call us on {helpPhone}.',
  'organisation.back': 'Back to sign in',
  'organisation.join.title': 'Join your account',
  'organisation.join.lead':
    'You sign in to Wattle with your account at your organisation. The account you are signed in with there is joined to yours here, for good.',
  'organisation.join.submit': 'Go to the sign-in of my organisation',
  'organisation.join.pending': 'Opening your organisation',
  'organisation.join.failed': 'Not opened',
  'organisation.join.again': 'Ask for a new link',
} as const;
