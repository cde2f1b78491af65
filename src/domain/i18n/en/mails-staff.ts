export const mailsStaff = {
  'mail.inviteStaff.subject': 'Join {provider} on Wattle',
  'mail.inviteStaff.preheader': 'Make your password and second step to start.',
  'mail.inviteStaff.heading': 'You are invited to work with Wattle',
  'mail.inviteStaff.p1': '{inviter} invites you to the staff of {provider} on Wattle.',
  'mail.inviteStaff.button': 'Accept the invitation',
  'mail.inviteStaff.p2': 'The link works until {expiryDate}. You also set up a second step, because you will see health information.',
  'mail.inviteProvider.subject': 'Set up {provider} on Wattle',
  'mail.inviteProvider.preheader': 'You are named as the contact person.',
  'mail.inviteProvider.heading': 'Set up your organisation',
  'mail.inviteProvider.p1': 'You are named as the contact person of {provider}. Accept, check the details, and add your first customers.',
  'mail.inviteProvider.button': 'Accept the invitation',
  'mail.inviteProvider.p2': 'The link works until {expiryDate}.',
} as const;
