import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { messageText, type MessageSource } from './message-text.ts';
import { sentences } from './sentences.ts';

const en = translatorOf('en', catalogue.en);
const zh = translatorOf('zh', catalogue.zh);

const margaret = { id: 'margaret', first_name: 'Margaret', last_name: 'Doyle' };
const nurse = { id: 'nurse', first_name: 'Tom', last_name: 'Wallace' };

const own = { id: margaret.id, for_my_self: true };
const priya = { id: 'priya', for_my_self: true };

const messageOf = (template: string, more: Partial<MessageSource> = {}): MessageSource => ({
  template,
  metadata: {},
  user_id: margaret.id,
  user: margaret,
  actor: margaret,
  ...more,
});
const toOwner = (template: string, more?: Partial<MessageSource>, t = en) =>
  messageText(messageOf(template, more), own, t);
const toStaff = (template: string, more?: Partial<MessageSource>, t = en) =>
  messageText(messageOf(template, more), priya, t);

describe('the words of notifications and of the recent activity', () => {
  it('are about "your plan" only to the person, and about "the plan" to a writer on behalf, in each template [R-31]', () => {
    const facts = {
      metadata: { reader: 'Dr Rao', said: 'ward', contact: 'Daniel', system: 'Ward', organisation: 'House' },
    };
    const own = { en: /\b[Yy]our (plan|emergency|card)\b/, zh: /您的?(计划|急救)/ };
    const seen = new Set<string>();
    for (const template of Object.keys(sentences))
      for (const actor of [margaret, nurse])
        for (const metadata of [facts.metadata, {}, { file_opened: 'true' }])
          for (const [t, words] of [
            [en, own.en],
            [zh, own.zh],
          ] as const) {
            const message = messageOf(template, { actor, metadata });
            expect(messageText(message, { id: margaret.id, for_my_self: false }, t) ?? '').not.toMatch(words);
            if (words.test(messageText(message, { id: margaret.id, for_my_self: true }, t) ?? ''))
              seen.add(template);
          }
    expect(seen.size).toBeGreaterThan(10);
  });

  it.each([
    ['accountOpened', 'You opened your account', '您开设了账户'],
    ['ACP_COMPLETED', 'You signed your plan', '您已为计划签名'],
    ['ACP_UPDATED', 'You changed your plan', '您更改了计划'],
    ['cardRenewed', 'You made a new code and PIN', '您换了新的二维码和 PIN 码'],
  ])('describe %s to its owner in both languages [DASH-17, NOTIF-12]', (template, english, chinese) => {
    expect(toOwner(template)).toBe(english);
    expect(toOwner(template, {}, zh)).toBe(chinese);
  });

  it.each([
    ['ACP_COMPLETED', 'Margaret Doyle completed their plan', 'Margaret Doyle完成了计划'],
    ['ACP_UPDATED', 'Margaret Doyle changed their plan', 'Margaret Doyle更改了计划'],
    ['ACP_SIGNUP', 'Margaret Doyle signed up', 'Margaret Doyle已注册'],
    ['accountOpened', 'Margaret Doyle opened an account', 'Margaret Doyle开设了账户'],
    ['TEST', 'This is a test notification', '这是一条测试通知'],
  ])('describe %s to staff in both languages [NOTIF-12, GAP-31, GAP-72]', (template, english, chinese) => {
    expect(toStaff(template)).toBe(english);
    expect(toStaff(template, {}, zh)).toBe(chinese);
  });

  const house = 'Banksia House';

  it.each<[string, Partial<MessageSource>, string, string]>([
    [
      'CONTACT_INVITATION_ACCEPTED',
      { metadata: { contact: 'Daniel' } },
      'Daniel said yes to being a trusted contact of Margaret Doyle',
      'Daniel答应做Margaret Doyle信任的联系人',
    ],
    [
      'NEW_USER',
      { actor: nurse, provider: house },
      'Tom Wallace added Margaret Doyle to the staff of Banksia House',
      'Tom Wallace将Margaret Doyle加入Banksia House的工作人员',
    ],
    [
      'CUSTOMER_IMPORT_UNSUCCESSFUL',
      {},
      'Your customer list was not imported. Nothing was changed',
      '您的客户名单没有导入，什么都没有改动',
    ],
    [
      'CUSTOMER_IMPORT_SUCCESSFUL',
      { metadata: { count: 48, total: 50 } },
      '48 of 50 customers were added',
      '50 位客户中已添加 48 位',
    ],
    ['TEST', {}, 'This is a test notification', '这是一条测试通知'],
    ['ACP_COMPLETED', {}, 'Margaret Doyle completed their plan', 'Margaret Doyle完成了计划'],
    ['ACP_UPDATED', {}, 'Margaret Doyle changed their plan', 'Margaret Doyle更改了计划'],
    ['ACP_SIGNUP', {}, 'Margaret Doyle signed up', 'Margaret Doyle已注册'],
    [
      'USER_SIGNUP',
      { provider: house },
      'Margaret Doyle joined Banksia House',
      'Margaret Doyle已加入Banksia House',
    ],
    [
      'NEW_REGISTERED_PROVIDER',
      { provider: house },
      'Banksia House accepted its invitation',
      'Banksia House已接受邀请',
    ],
  ])(
    'have a sentence for the template %s of the specification, in both languages [NOTIF-12]',
    (template, more, english, chinese) => {
      expect(toStaff(template, more)).toBe(english);
      expect(toStaff(template, more, zh)).toBe(chinese);
    },
  );

  it('have a sentence without gaps if names are missing', () => {
    for (const template of [
      'CONTACT_INVITATION_ACCEPTED',
      'NEW_USER',
      'USER_SIGNUP',
      'NEW_REGISTERED_PROVIDER',
    ]) {
      for (const t of [en, zh])
        expect(toStaff(template, { user: null, actor: null }, t)).not.toMatch(/[{}]|undefined|null|^$/);
    }
  });

  it('describe an opening of the emergency page, which no user of Wattle did [DASH-17]', () => {
    expect(toOwner('ACP_OPENED', { actor: null })).toBe(
      'Your emergency page was opened with your card and PIN',
    );
  });

  it('name the actor if it was another person', () => {
    expect(toOwner('ACP_UPDATED', { actor: nurse })).toBe('Tom Wallace changed your plan');
    expect(toOwner('LOGIN_AS_CUSTOMER', { actor: nurse })).toBe('Tom Wallace worked in your account');
    expect(toOwner('LOGIN_AS_CUSTOMER', { actor: nurse, metadata: { ended: true } })).toBe(
      'Tom Wallace left your account',
    );
    expect(toStaff('LOGIN_AS_CUSTOMER', { actor: nurse })).toBe('Tom Wallace logged in as Margaret Doyle');
    expect(
      messageText(
        messageOf('LOGIN_AS_CUSTOMER', { actor: nurse, metadata: { ended: true } }),
        { ...nurse, for_my_self: true },
        en,
      ),
    ).toBe('You left the account of Margaret Doyle');
  });

  it('say how much of an import succeeded [NOTIF-12] [S-47]', () => {
    const metadata = { count: 2, total: 25 };
    const messageOf = (template: string, facts: object) =>
      toStaff(template, { metadata: { ...metadata, ...facts } });
    expect(messageOf('CUSTOMER_IMPORT_SUCCESSFUL', { count: 25 })).toBe('25 of 25 customers were added');
    expect(messageOf('CUSTOMER_IMPORT_SUCCESSFUL', { failed: 0, here: 23 })).toBe(
      '2 of 25 customers were added, 23 were here already',
    );
    expect(messageOf('CUSTOMER_IMPORT_UNSUCCESSFUL', { failed: 23 })).toBe(
      '2 of 25 customers were added. 23 lines need a fix',
    );
    expect(messageOf('CUSTOMER_IMPORT_UNSUCCESSFUL', { count: 0, failed: 25 })).toBe(
      'Your customer list was not imported. Nothing was changed',
    );
    // As an earlier release announced it.
    expect(messageOf('CUSTOMER_IMPORT_SUCCESSFUL', { failed: 23 })).toBe(
      '2 of 25 customers were added. 23 lines need a fix',
    );
  });

  it('have a general word for a missing name [GAP-72]', () => {
    expect(toOwner('PLAN_LOCKED', { actor: null })).toBe('Someone locked your plan');
    const nameless = { id: 'staff', first_name: null, last_name: '' };
    expect(toOwner('PLAN_LOCKED', { actor: nameless })).toBe('A staff member locked your plan');
    expect(toOwner('CONTACT_INVITATION_ACCEPTED')).toBe('A contact said yes to being your trusted contact');
    expect(toOwner('FILE_UPLOADED')).toBe('You added a file');
    expect(toOwner('FILE_UPLOADED', { metadata: { file: 'Power of attorney.pdf' } })).toBe(
      'You added Power of attorney.pdf',
    );
    expect(toStaff('ACP_SIGNUP', { user: { ...margaret, first_name: null, last_name: null } })).toBe(
      'A customer signed up',
    );
    expect(toStaff('USER_SIGNUP', { user: null })).toBe('Someone joined A provider');
  });

  it('name the archived provider by the name that it had then [ENT-23]', () => {
    const metadata = { provider_id: 'banksia', provider: 'Banksia House' };
    expect(toStaff('providerArchived', { actor: nurse, metadata })).toBe(
      'Tom Wallace archived Banksia House',
    );
    expect(toOwner('providerArchived', { metadata }, zh)).toBe('Margaret Doyle归档了Banksia House');
  });

  const inside = { actor: nurse, metadata: { file: 'Letter.pdf', contact: 'Zoe', inside: true } };

  it.each([
    [
      'FILE_UPLOADED',
      'Tom Wallace, in your account, added Letter.pdf',
      'Tom Wallace在您的账户中添加了 Letter.pdf',
    ],
    [
      'FILE_DELETED',
      'Tom Wallace, in your account, deleted Letter.pdf',
      'Tom Wallace在您的账户中删除了 Letter.pdf',
    ],
    [
      'contactSuggested',
      'Tom Wallace, in your account, suggested Zoe as a trusted contact',
      'Tom Wallace在您的账户中建议请Zoe做信任的联系人',
    ],
    [
      'CONTACT_SUGGESTED',
      'Tom Wallace, in your account, suggested Zoe as a trusted contact. You decide',
      'Tom Wallace在您的账户中建议请Zoe做信任的联系人，由您决定',
    ],
  ])(
    'say to the owner that staff did it in their account: %s [S-02] [D-59]',
    (template, english, chinese) => {
      expect(toOwner(template, inside)).toBe(english);
      expect(toOwner(template, inside, zh)).toBe(chinese);
      expect(toOwner(template, { ...inside, actor: null })).toMatch(/^Someone, in your account, /);
    },
  );

  it.each([
    [
      'FILE_UPLOADED',
      'Tom Wallace, in the account of Margaret Doyle, added a file',
      'Tom Wallace在Margaret Doyle的账户中添加了文件',
    ],
    [
      'FILE_DELETED',
      'Tom Wallace, in the account of Margaret Doyle, deleted a file',
      'Tom Wallace在Margaret Doyle的账户中删除了文件',
    ],
    [
      'contactSuggested',
      'Tom Wallace, in the account of Margaret Doyle, suggested a trusted contact',
      'Tom Wallace在Margaret Doyle的账户中建议了一位信任的联系人',
    ],
  ])('say to staff who did it, and in whose account: %s [S-02] [D-59]', (template, english, chinese) => {
    expect(toStaff(template, inside)).toBe(english);
    expect(toStaff(template, inside, zh)).toBe(chinese);
    expect(messageText(messageOf(template, inside), { ...nurse, for_my_self: true }, en)).toBe(
      english.replace('Tom Wallace', 'You'),
    );
  });

  it('do not describe a paper that staff added or deleted as if the customer had done it [S-02]', () => {
    const metadata = { file: 'Letter.pdf' };
    expect(toOwner('FILE_DELETED', { actor: nurse, metadata })).toBe('Tom Wallace deleted Letter.pdf');
    expect(toStaff('FILE_UPLOADED', { actor: nurse })).toBe('Tom Wallace added a file for Margaret Doyle');
  });

  it('never show staff the name of a file [GAP-72]', () => {
    expect(toStaff('FILE_UPLOADED', { metadata: { file: 'HIV test.pdf' } })).toBe(
      'Margaret Doyle added a file',
    );
  });

  it('are missing for a template that is unknown or not for the reader, instead of an invented line', () => {
    expect(toOwner('SOMETHING_NEW')).toBeUndefined();
    expect(toOwner('constructor')).toBeUndefined();
    expect(toStaff('payment', { metadata: { amount: '$49.00' } })).toBeUndefined();
  });
});
