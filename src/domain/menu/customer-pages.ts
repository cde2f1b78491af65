import type { Role } from '../access/actors.ts';
import { payerOf } from '../billing/paying.ts';
import type { PageRule } from './page.ts';
import { planTexts } from './plan-texts.ts';
import { finished, hasPassword } from './viewer.ts';

const customer = ['user'] as const satisfies readonly Role[];

/** Pages of a customer. */
export const customerPages = {
  '/questionnaire': {
    for: customer,
    frame: 'bar',
    texts: ['questionnaire', 'on-behalf', 'errors'],
  },
  '/questionnaire/$step': {
    for: customer,
    frame: 'bar',
    texts: ['questionnaire', 'on-behalf', 'errors', 'fields'],
  },
  '/questionnaire/checkout-success': {
    for: customer,
    frame: 'bar',
    texts: ['questionnaire', 'on-behalf', 'checkout', 'payment-errors', 'success', 'errors'],
  },
  '/my-acp': {
    for: customer,
    texts: [...planTexts, 'plan', 'versions', 'card', 'states', 'where', 'health-links', 'errors'],
    menu: [{ of: customer, id: 'myAcp', label: 'menu.user.myAcp', shown: finished }],
  },
  '/my-acp/edit': {
    for: customer,
    texts: [
      'questionnaire',
      'questionnaire-edit',
      'versions',
      'lists',
      'questionnaire-about',
      'questionnaire-values',
      'questionnaire-health',
      'questionnaire-treatments',
      'questionnaire-dying',
      'questionnaire-else',
      'questionnaire-contacts',
      'questionnaire-sign',
      'on-behalf',
      'errors',
    ],
  },
  '/my-acp/versions/$version': {
    for: customer,
    texts: [...planTexts, 'plan', 'versions', 'errors'],
  },
  '/my-acp/compare': {
    for: customer,
    texts: [...planTexts, 'plan', 'versions', 'errors'],
  },
  '/care-plan': {
    for: customer,
    texts: [...planTexts, 'plan', 'errors'],
  },
  '/trusted-contacts': {
    for: customer,
    texts: [
      'contacts',
      'questionnaire-contacts',
      'questionnaire',
      'on-behalf',
      'plan',
      'states',
      'success',
      'errors',
      'fields',
    ],
    menu: [
      {
        of: customer,
        id: 'trustedContacts',
        label: 'menu.user.trustedContacts',
        shown: (viewer) => finished(viewer) && payerOf(viewer) !== 'none',
      },
    ],
  },
  '/manage-file-access/$ids': {
    for: customer,
    texts: ['contacts', 'questionnaire', 'on-behalf', 'success', 'errors'],
    partOf: '/trusted-contacts',
  },
  '/settings': {
    for: customer,
    leadsTo: '/settings/profile',
    menu: [{ of: customer, id: 'settings', label: 'menu.user.settings' }],
  },
  '/settings/profile': {
    for: customer,
    texts: ['settings', 'signup', 'questionnaire', 'questionnaire-about', 'errors', 'fields'],
    menu: [{ of: customer, id: 'settingsProfile', label: 'menu.user.settingsProfile', under: 'settings' }],
  },
  '/settings/password': {
    for: customer,
    texts: ['settings', 'signup', 'success', 'errors', 'fields'],
    menu: [
      {
        of: customer,
        id: 'settingsPassword',
        label: 'menu.user.settingsPassword',
        under: 'settings',
        shown: hasPassword,
      },
    ],
  },
  '/settings/privacy': {
    for: customer,
    texts: [
      'settings',
      'settings-privacy',
      'conversations',
      'hospital',
      'signup',
      'notifications',
      'lists',
      'plan',
      'success',
      'second-step',
      'fields',
      'errors',
    ],
    menu: [
      {
        of: customer,
        id: 'settingsPrivacy',
        label: 'menu.user.settingsPrivacy',
        under: 'settings',
        shown: hasPassword,
      },
    ],
  },
  '/settings/mfa': {
    for: customer,
    texts: ['settings', 'settings-second-step', 'second-step', 'success', 'errors', 'fields'],
    menu: [
      {
        of: customer,
        id: 'settingsMfa',
        label: 'menu.user.settingsMfa',
        under: 'settings',
        shown: (viewer) => hasPassword(viewer) && !viewer.externalProviderSync,
      },
    ],
  },
  '/settings/general': {
    for: customer,
    texts: ['settings', 'errors'],
    menu: [{ of: customer, id: 'settingsGeneral', label: 'menu.user.settingsGeneral', under: 'settings' }],
  },
  '/account-and-billing': {
    for: customer,
    texts: ['billing', 'checkout', 'payment-errors', 'lists', 'success', 'errors'],
    menu: [
      {
        of: customer,
        id: 'accountBilling',
        label: 'menu.user.accountBilling',
        shown: (viewer) => finished(viewer) && payerOf(viewer) !== 'provider',
      },
    ],
  },
  '/my-health-record': {
    for: customer,
    texts: ['health', 'plan', 'success', 'errors'],
    menu: [
      {
        of: customer,
        id: 'myHealthRecord',
        label: 'menu.user.myHealthRecord',
        shown: (viewer) => finished(viewer) && !viewer.external,
      },
    ],
  },
} as const satisfies Readonly<Record<`/${string}`, PageRule>>;
