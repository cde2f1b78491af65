import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { activityWords, type Activity } from './activity-words.ts';

const en = translatorOf('en', catalogue.en);
const zh = translatorOf('zh', catalogue.zh);

const activity = (template: string, more: Partial<Activity> = {}): Activity => ({
  id: 'a',
  template,
  metadata: {},
  user_id: 'margaret',
  created_at: '2026-05-10T01:00:00.000Z',
  actor: { id: 'margaret', first_name: 'Margaret', last_name: 'Doyle' },
  ...more,
});
const nurse = { id: 'nurse', first_name: 'Tom', last_name: 'Wallace' };

describe('the words of the recent activity', () => {
  it.each([
    ['accountOpened', 'You opened your account', '您开设了账户'],
    ['ACP_COMPLETED', 'You signed your plan', '您已为计划签名'],
    ['ACP_UPDATED', 'You changed your plan', '您更改了计划'],
    ['cardRenewed', 'You made a new code and PIN', '您换了新的二维码和 PIN 码'],
  ])('tell %s in both languages [DASH-17]', (template, english, chinese) => {
    expect(activityWords(activity(template), en)).toBe(english);
    expect(activityWords(activity(template), zh)).toBe(chinese);
  });

  it('tell the opening of the emergency page, which nobody of ours did [DASH-17]', () => {
    expect(activityWords(activity('ACP_OPENED', { actor: null }), en)).toBe(
      'Your emergency page was opened with your card and PIN',
    );
  });

  it('name who did it where it was somebody else', () => {
    expect(activityWords(activity('ACP_UPDATED', { actor: nurse }), en)).toBe(
      'Tom Wallace changed your plan',
    );
    expect(activityWords(activity('LOGIN_AS_CUSTOMER', { actor: nurse }), en)).toBe(
      'Tom Wallace worked in your account',
    );
    expect(
      activityWords(activity('LOGIN_AS_CUSTOMER', { actor: nurse, metadata: { ended: true } }), en),
    ).toBe('Tom Wallace left your account');
  });

  it('have a word for a name that is not there', () => {
    expect(activityWords(activity('PLAN_LOCKED', { actor: null }), en)).toBe('Someone locked your plan');
    expect(activityWords(activity('CONTACT_INVITATION_ACCEPTED'), en)).toBe(
      'A contact said yes to being your trusted contact',
    );
    expect(activityWords(activity('FILE_UPLOADED'), en)).toBe('You added a file');
    expect(
      activityWords(activity('FILE_UPLOADED', { metadata: { file: 'Power of attorney.pdf' } }), en),
    ).toBe('You added Power of attorney.pdf');
  });

  it('are missing for a template that nobody knows, rather than a key or a made-up line', () => {
    expect(activityWords(activity('SOMETHING_NEW'), en)).toBeUndefined();
    expect(activityWords(activity('constructor'), en)).toBeUndefined();
  });
});
