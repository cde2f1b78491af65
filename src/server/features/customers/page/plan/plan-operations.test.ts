import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../../testing/customer-files.ts';
import {
  contextFor,
  fullAnswers,
  signingAnswers,
  type TestPerson,
} from '../../../../../../testing/people.ts';
import { updateAnswers } from '../../../acp/operations.ts';
import { findActiveOf } from '../../../acp/store.ts';
import { codeOf, startHouse, type House } from '../customer-page.fixture.ts';

const plan = 'plan { state status version plan_version locked locked_by external signed_at restored_at }';
const lock = (id: string, locked = true, more = '') =>
  `mutation { lockCustomer(id: "${id}", locked: ${locked}${more}) { ${plan} } }`;
const external = (id: string, on = true, more = '') =>
  `mutation { externalCustomer(id: "${id}", external: ${on}${more}) { ${plan} } }`;
const rollback = (id: string, to: number, version: number) =>
  `mutation { rollbackACP(id: "${id}", plan_version: ${to}, version: ${version}) { ${plan} versions { count data { plan_version } } } }`;
const remove = (id: string, key: string) =>
  `mutation { removeEndOfLifeDocument(user_id: "${id}", key: "${key}") { ${plan} end_of_life_documents { key } } }`;
const review = (id: string, file: string) =>
  `mutation { reviewFiles(user_id: "${id}", file_ids: ["${file}"]) { plan { state } files { reviewed_by waits } } }`;

describe('changing a plan as staff', () => {
  let house: House;
  let customer: TestPerson;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(async () => {
    await house.db.deleteFrom('attempts').execute();
    customer = await house.newCustomer();
  });
  afterAll(() => house.close());

  const ask = async (document: string, client = house.nurseClient) => {
    const { data, errors } = await client.graphql(document);
    expect(errors).toBeUndefined();
    return Object.values(data)[0] as Record<string, never> & { plan: Record<string, unknown> };
  };
  const acp = async (userId = customer.userId) => {
    const found = await findActiveOf(house.db, house.services, userId);
    if (!found) throw new Error('There is no plan');
    return found;
  };
  const change = async (words: string) => {
    const { version, id } = await acp();
    return updateAnswers.call(contextFor(house.services, customer.actor), {
      ...{ id, version, status: 'complete', type: 'revision' },
      ...{ answers: { explanations: words }, confirmed: ['explanations'] },
    });
  };
  const activities = async (userId = customer.userId) =>
    (
      await house.db
        .selectFrom('recent_activities')
        .select(['template', 'actor_id'])
        .where('user_id', '=', userId)
        .where('actor_id', '=', house.nurse.userId)
        .orderBy('created_at')
        .execute()
    ).map(({ template }) => template);
  const fieldsOf = async (document: string) =>
    (await house.nurseClient.graphql(document)).errors?.[0].extensions.fields;

  it('a lock prevents changes by the customer until it is removed [LOCK-02, GAP-46]', async () => {
    expect((await ask(lock(customer.userId))).plan).toMatchObject({
      state: 'locked',
      locked: true,
      locked_by: 'Priya Nair',
      status: 'complete',
    });
    await expect(change('Written while it is locked')).rejects.toMatchObject({ code: 'locked' });
    expect((await ask(lock(customer.userId, false))).plan).toMatchObject({ locked: false, locked_by: null });
    await expect(change('Written after that')).resolves.toBeDefined();
    expect(await activities()).toEqual(['PLAN_LOCKED', 'PLAN_UNLOCKED']);
  });

  it('a lock set by two editors at once is one lock and one notification, and a draft cannot be locked [LOCK-02]', async () => {
    await Promise.all([1, 2, 3, 4].map(() => ask(lock(customer.userId))));
    expect(await activities()).toEqual(['PLAN_LOCKED']);
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    expect(await fieldsOf(lock(draft.userId))).toEqual([
      { field: 'locked', message: 'error.planAdmin.greyedDraft' },
    ]);
  });

  it('a simultaneous lock and save by the customer: one before the other, and nothing half done [LOCK-02, fault 8]', async () => {
    const [, saved] = await Promise.allSettled([ask(lock(customer.userId)), change('At the same moment')]);
    const { answers, locked, plan_version } = await acp();
    expect(locked).toBe(true);
    expect([answers.explanations === 'At the same moment', plan_version]).toEqual(
      saved.status === 'fulfilled' ? [true, 2] : [false, 1],
    );
  });

  it('is refused when the plan has another version [LOCK-01, LOCK-02, LOCK-03]', async () => {
    const { version } = await acp();
    await change('Changed meanwhile');
    await insertFile(house.services, customer.userId, { is_eol: true });
    for (const document of [
      lock(customer.userId, true, `, version: ${version}`),
      external(customer.userId, true, `, version: ${version}`),
      rollback(customer.userId, 1, version),
    ])
      expect(codeOf(await house.nurseClient.graphql(document))).toBe('conflict');
    expect(await activities()).toEqual([]);
  });

  it('a restored version is current with its answers, its signature and its dates, and the previous one is kept [LOCK-01, GAP-116, D-09]', async () => {
    const first = await acp();
    await change('A second thought');
    const second = await acp();
    const page = await ask(rollback(customer.userId, 1, second.version));
    expect(page.plan).toMatchObject({ plan_version: 3, status: 'complete' });
    expect(page.plan['restored_at']).not.toBeNull();
    const now = await acp();
    expect(now.answers).toEqual(first.answers);
    expect(now.snapshot_sha256).toEqual(first.snapshot_sha256);
    expect([now.completed_at, now.updated_at]).toEqual([first.completed_at, first.updated_at]);
    expect(page['versions']).toEqual({ count: 2, data: [{ plan_version: 2 }, { plan_version: 1 }] });
    expect(await activities()).toEqual(['PLAN_ROLLED_BACK']);
    const pdf = await house.nurseClient.fetch(`/api/customers/${customer.userId}/plan.pdf`);
    expect(pdf.status).toBe(200);
    await change('Changed after that');
    expect(await acp()).toMatchObject({ plan_version: 4, restored_at: null });
  });

  it('a version that does not exist cannot be restored, nor any version over a draft or a lock [LOCK-01]', async () => {
    const { version } = await acp();
    expect(await fieldsOf(rollback(customer.userId, 7, version))).toEqual([
      { field: 'plan_version', message: 'error.planAdmin.rollbackNone' },
    ]);
    await change('Another version');
    await ask(lock(customer.userId));
    expect(codeOf(await house.nurseClient.graphql(rollback(customer.userId, 1, version + 1)))).toBe('locked');
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    const { version: ofDraft } = await acp(draft.userId);
    expect(await fieldsOf(rollback(draft.userId, 1, ofDraft))).toEqual([
      { field: 'plan_version', message: 'error.planAdmin.greyedDraft' },
    ]);
  });

  it('an external plan needs a document, and becomes a draft without a completion date when its last document is removed and nothing was signed [LOCK-03, LOCK-04, API-31, GAP-116] [S-11]', async () => {
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: fullAnswers() } });
    const { userId } = draft;
    expect(await fieldsOf(external(userId))).toEqual([
      { field: 'external', message: 'customer.external.needsFile' },
    ]);
    await insertFile(house.services, userId, { is_eol: false });
    expect(await fieldsOf(external(userId))).toHaveLength(1);
    const one = await insertFile(house.services, userId, { is_eol: true });
    const two = await insertFile(house.services, userId, { is_eol: true });
    const before = await acp(userId);
    expect((await ask(external(userId))).plan).toMatchObject({ external: true, status: 'draft' });
    expect((await ask(remove(userId, one.key))).plan).toMatchObject({ external: true });
    const last = await ask(remove(userId, two.key));
    expect(last.plan).toMatchObject({ external: false, status: 'draft', signed_at: null });
    expect(last['end_of_life_documents']).toEqual([]);
    const now = await acp(userId);
    expect([now.completed_at, now.answers]).toEqual([null, before.answers]);
    expect(await activities(userId)).toEqual([
      'PLAN_EXTERNAL',
      'eolRemoved',
      'eolRemoved',
      'PLAN_NOT_EXTERNAL',
    ]);
    expect(codeOf(await house.nurseClient.graphql(remove(userId, two.key)))).toBe('not-found');
  });

  it('a plan that was signed here is unchanged after the mark is removed, by the button or with the last document [S-04]', async () => {
    const whole = () =>
      house.db.selectFrom('acps').selectAll().where('user_id', '=', customer.userId).execute();
    const file = () =>
      house.db
        .selectFrom('files')
        .selectAll()
        .where('user_id', '=', customer.userId)
        .where('is_questionnaire', '=', true)
        .execute();
    const before = await whole();
    const fileBefore = await file();
    const { key } = await insertFile(house.services, customer.userId, { is_eol: true });
    const marked = await ask(external(customer.userId));
    expect(marked.plan).toMatchObject({ external: true, status: 'complete', plan_version: 1 });
    expect((await ask(external(customer.userId, false))).plan).toMatchObject({ state: 'review' });
    expect([await whole(), await file()]).toEqual([before, fileBefore]);
    await ask(external(customer.userId));
    expect((await ask(remove(customer.userId, key))).plan).toMatchObject({ state: 'complete' });
    expect([await whole(), await file()]).toEqual([before, fileBefore]);
    const pdf = await house.nurseClient.fetch(`/api/customers/${customer.userId}/plan.pdf`);
    expect(pdf.status).toBe(200);
  });

  it('an earlier version can be restored beside documents, and the mark stays [S-04]', async () => {
    await insertFile(house.services, customer.userId, { is_eol: true });
    await change('A second thought');
    await ask(external(customer.userId));
    const { version } = await acp();
    expect((await ask(rollback(customer.userId, 1, version))).plan).toMatchObject({
      ...{ plan_version: 3, status: 'complete', external: true },
    });
  });

  it('a plan of documents that the customer signs, or changes after signing, belongs to the customer again, and staff can open it [LOCK-03, GAP-116]', async () => {
    const begun = await house.newCustomer({ plan: { status: 'draft', answers: fullAnswers() } });
    for (const who of [begun, customer]) {
      await insertFile(house.services, who.userId, { is_eol: true });
      expect((await ask(external(who.userId))).plan).toMatchObject({ external: true });
    }
    const { id, version } = await acp(begun.userId);
    const context = contextFor(house.services, begun.actor);
    const draft = { id, version, status: 'draft' as const, answers: { explanations: 'Not signed yet' } };
    await updateAnswers.call(context, draft);
    expect(await acp(begun.userId)).toMatchObject({ external: true, status: 'draft' });
    const answers = await signingAnswers('Lin Mei Chen', 2);
    await updateAnswers.call(context, { id, version: version + 1, status: 'complete', answers });
    await change('Changed beside the papers');
    for (const { userId } of [begun, customer]) {
      expect(await acp(userId)).toMatchObject({ external: false, status: 'complete' });
      const opened = await house.nurseClient.graphql(
        `mutation { openCustomerPlan(id: "${userId}") { plan_version } }`,
      );
      expect(opened.errors).toBeUndefined();
    }
    const kept = await house.nurseClient.graphql(
      `mutation { openCustomerPlan(id: "${customer.userId}", plan_version: 1) { plan_version } }`,
    );
    expect(kept.data.openCustomerPlan).toEqual({ plan_version: 1 });
    const row = await house.db
      .selectFrom('customer_list')
      .select('plan')
      .where('user_id', 'in', [begun.userId, customer.userId])
      .execute();
    expect(row).toEqual([{ plan: 'complete' }, { plan: 'complete' }]);
  });

  it('checked documents no longer wait, and are checked once [CDET-02]', async () => {
    const { id } = await insertFile(house.services, customer.userId, { file_name: 'directive.pdf' });
    const page = await ask(review(customer.userId, id));
    expect(page['files']).toEqual([{ reviewed_by: 'Priya Nair', waits: false }]);
    const other = await house.newCustomer();
    expect(codeOf(await house.nurseClient.graphql(review(other.userId, id)))).toBe('not-found');
  });

  it('is only for editors of the provider and above [GAP-88] [security 4, security 5]', async () => {
    const { id, key } = await insertFile(house.services, customer.userId, { is_eol: true });
    await change('Another version');
    const before = await acp();
    const documents = [
      lock(customer.userId),
      external(customer.userId),
      rollback(customer.userId, 1, before.version),
      remove(customer.userId, key),
      review(customer.userId, id),
    ];
    for (const document of documents) {
      for (const [who, client, code] of await house.strangers())
        expect([who, codeOf(await client.graphql(document))]).toEqual([who, code]);
      expect(codeOf(await house.viewerClient.graphql(document))).toBe('forbidden');
      expect(await house.withoutFlag(async () => codeOf(await house.nurseClient.graphql(document)))).toBe(
        'forbidden',
      );
    }
    expect(await acp()).toEqual(before);
    const above = await house.newClient(await house.newStaff(house.ids.root));
    expect((await ask(lock(customer.userId), above)).plan).toMatchObject({ locked: true });
  });
});
