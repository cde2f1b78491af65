export const invite = {
  'invite.staff.title': 'Join {provider} on Wattle',
  'invite.staff.body': 'You are invited as {roleLabel}. Make a password to start.',
  'invite.staff.secondStep': 'Staff need a second step. You can set it up on the next page.',
  'invite.staff.submit': 'Accept and continue',
  'invite.linkBad.title': 'This invitation no longer works',
  'invite.linkBad.body': 'Invitations work for 30 days. Ask the person who invited you to send a new one.',
} as const;
