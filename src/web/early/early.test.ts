import { createRequest, formatDocument, stringifyDocument } from 'urql';
import { parse, print } from 'graphql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { customerList } from '../../domain/lists/definitions/customers.ts';
import { customersText } from '../../domain/lists/definitions/customers/customers-query.ts';
import { argumentsOf } from '../../domain/lists/query.ts';
import { readRequest } from '../../domain/lists/request.ts';
import { pageRules, pages } from '../../domain/menu/pages.ts';
import { roles } from '../../domain/access/actors.ts';
import { texts } from '../../../e2e/words.ts';
import { earlyFetch } from '../api/fetch/early-fetch.ts';
import { askEarly } from './asked.ts';
import {
  customersTitle,
  firstCustomers,
  seesPageAtOnce,
  seesCustomers,
  type EarlyPerson,
} from './first-page.ts';
import { hasBar } from './frame.ts';
import { questionsAt } from './plan-questions.ts';
import { asSent, currentUserText } from './questions.ts';

const anna: EarlyPerson = {
  id: 'anna',
  language: 'en',
  permission_role: { role: 'provideradmin', can_manage_acp: true },
  consents_due: { eusa: false, privacy: false },
  acps: [],
  acting: null,
  together: null,
  second_step_due: false,
};

type Sent = { body: string; person: string | null };

let sent: Sent[];

/** Returns a server that answers each request with its number. */
const answering = () =>
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push({ body: init.body as string, person: new Headers(init.headers).get('wattle-person') });
    return Promise.resolve(new Response(String(sent.length)));
  });

const asks = (name: string, variables: object, person: string | null, query = asSent(customersText)) =>
  earlyFetch('/api/graphql', {
    method: 'POST',
    body: JSON.stringify({ operationName: name, query, variables }),
    headers: person === null ? {} : { 'wattle-person': person },
  }).then((response) => response.text());

const askedList = (person: string) =>
  askEarly({ name: 'getCustomers', text: customersText, variables: firstCustomers, person });

beforeEach(() => {
  sent = [];
  answering();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a request sent before the page’s script', () => {
  it.each<readonly [string, string]>([
    ['who is signed in', currentUserText],
    ['the list of customers', customersText],
    ...['/dashboard', '/my-acp', '/care-plan', '/trusted-contacts', '/questionnaire'].flatMap((path) =>
      questionsAt(path, { id: 'margaret', hasSigned: true, definition: 3 }).map(
        ({ text }) => [path, text] as const,
      ),
    ),
  ])('is exactly the request of the page itself: %s', (_, text) => {
    const ours = print(parse(asSent(text)));
    const theirs: unknown = formatDocument(createRequest(text, {}).query);
    expect(ours).toBe(print(parse(stringifyDocument(theirs as Parameters<typeof stringifyDocument>[0]))));
  });

  it('is the first part of the list, as the page requests it at an address without parameters', () => {
    const { limit: _, ...wanted } = argumentsOf(customerList, readRequest(customerList, {}));
    expect(firstCustomers).toEqual(wanted);
  });

  it('is not sent a second time, and its response is used once', async () => {
    const own = await (await askedList('anna')).clone().text();
    expect(await asks('getCustomers', firstCustomers, 'anna')).toBe(own);
    expect(sent).toEqual([{ body: sent[0]!.body, person: 'anna' }]);
    expect(await asks('getCustomers', firstCustomers, 'anna')).toBe('2');
  });

  it('is never used for another person, nor for another request', async () => {
    await askedList('anna');
    expect(await asks('getCustomers', firstCustomers, 'ben')).toBe('2');
    expect(await asks('getCustomers', firstCustomers, null)).toBe('3');
    expect(await asks('getCustomers', { ...firstCustomers, offset: 10 }, 'anna')).toBe('4');
    expect(await asks('getStaff', firstCustomers, 'anna')).toBe('5');
    expect(await asks('getCustomers', firstCustomers, 'anna', 'query getCustomers { other }')).toBe('6');
    expect(await asks('getCustomers', firstCustomers, 'anna')).toBe('1');
  });

  it('is sent again if its response is older than half a minute', async () => {
    await askedList('anna');
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 31_000);
    expect(await asks('getCustomers', firstCustomers, 'anna')).toBe('2');
  });

  it('is sent again by the page if no response arrived', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    await askedList('anna').catch(() => undefined);
    answering();
    expect(await asks('getCustomers', firstCustomers, 'anna')).toBe('1');
  });
});

describe('the early start of a customer’s page', () => {
  const margaret: EarlyPerson = { ...anna, permission_role: { role: 'user', can_manage_acp: false } };

  it('is for customers, not before their consent, and not while staff are in the account or beside them', () => {
    for (const role of roles) {
      const person = { ...margaret, permission_role: { role, can_manage_acp: true } };
      expect([role, seesPageAtOnce(person)]).toEqual([role, role === 'user']);
    }
    expect(seesPageAtOnce({ ...margaret, consents_due: { eusa: true, privacy: false } })).toBe(false);
    expect(seesPageAtOnce({ ...margaret, consents_due: { eusa: false, privacy: true } })).toBe(false);
    expect(seesPageAtOnce({ ...margaret, acting: {} })).toBe(false);
    expect(seesPageAtOnce({ ...margaret, together: {} })).toBe(false);
  });

  it('asks only what its page shows', () => {
    const asked = (path: string, hasSigned = true) =>
      questionsAt(path, { id: 'margaret', hasSigned, definition: 3 }).map(
        ({ text, variables }) => `${/query (\w+)/.exec(text)![1]} ${Object.values(variables).join(' ')}`,
      );
    const plan = 'getActiveAcpsByUserId margaret 3';
    expect(asked('/dashboard')).toEqual([plan, 'getUserById margaret']);
    expect(asked('/my-acp')).toEqual([plan, 'getEmergencyCard ', 'getFilesOfPlan ', 'getMyTrustedContacts ']);
    expect(asked('/my-acp', false)).toEqual([plan]);
    expect(asked('/care-plan')).toEqual([plan, 'getMyTrustedContacts ']);
    expect(asked('/trusted-contacts')).toEqual(['getMyTrustedContacts ', plan]);
    for (const path of ['/questionnaire', '/questionnaire/step3', '/my-acp/edit'])
      expect([path, asked(path)]).toEqual([path, [plan]]);
    for (const path of ['/settings/profile', '/need-help', '/my-acp/compare', '/questionnaires'])
      expect([path, asked(path)]).toEqual([path, []]);
  });

  it('shows the bar on every page that has one for a signed-in person', () => {
    const withBar = pageRules.filter(
      ([, { frame = 'menu', texts, for: audience }]) =>
        texts && frame !== 'none' && (Array.isArray(audience) || audience === 'signed-in'),
    );
    expect(withBar.filter(([path]) => !hasBar(path))).toEqual([]);
    const without = pageRules.filter(([, { frame, texts }]) => texts && frame === 'none');
    expect(without.filter(([path]) => hasBar(path))).toEqual([]);
  });
});

describe('the early start of the list of customers', () => {
  it('is for the staff of this page, and for no other user', () => {
    for (const path of ['/provider/customers', '/admin/customers'] as const) {
      for (const role of roles) {
        const allowed: readonly string[] = pages[path].for;
        const person = { ...anna, permission_role: { role, can_manage_acp: true } };
        expect([path, role, seesCustomers(path, person)]).toEqual([path, role, allowed.includes(role)]);
      }
    }
    expect(seesCustomers('/dashboard', anna)).toBe(false);
  });

  it('does not happen while another step is required first, nor in the account of a customer', () => {
    const path = '/provider/customers';
    expect(seesCustomers(path, anna)).toBe(true);
    expect(seesCustomers(path, { ...anna, second_step_due: true })).toBe(false);
    expect(seesCustomers(path, { ...anna, consents_due: { eusa: true, privacy: false } })).toBe(false);
    expect(seesCustomers(path, { ...anna, consents_due: { eusa: false, privacy: true } })).toBe(false);
    expect(seesCustomers(path, { ...anna, acting: {} })).toBe(false);
  });

  it('shows the title that the page will have, in the language of the person', () => {
    const reader = { role: 'provideradmin', can_manage_acp: false } as const;
    expect(customersTitle(anna)).toBe(texts.en('customers.title'));
    expect(customersTitle({ ...anna, language: 'zh' })).toBe(texts.zh('customers.title'));
    expect(customersTitle({ ...anna, permission_role: reader })).toBe(texts.en('customers.titleView'));
    const admin = { role: 'tlcadmin', can_manage_acp: false } as const;
    expect(customersTitle({ ...anna, permission_role: admin })).toBe(texts.en('customers.title'));
  });
});
