/** What a page says before any other text is there: while it loads, and when it cannot. The titles are those of src/web/early. */
export const first = {
  'common.appName': 'Wattle',
  'common.loading': 'Loading',
  'common.tryAgain': 'Try again',
  'common.helpPhoneLine': 'Talk to someone: {helpPhone}',
  'layout.logoAlt': 'Wattle, go to the dashboard',
  'system.serverDown.title': 'Wattle is not working at the moment',
  'system.serverDown.body': 'We are on it. Your plan is safe. Please try again in a few minutes.',
  'customers.title': 'Manage customers',
  'customers.titleView': 'Customers',
} as const;
