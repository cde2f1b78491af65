import { describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../testing/customer-files.ts';
import { contextFor, type TestPerson } from '../../../../../testing/people.ts';
import { deleteUser, takeCustomerBack } from '../../customers/actions/removing/remove-operation.ts';
import {
  archiveCustomer,
  unarchiveCustomer,
  updateUserStatus,
} from '../../customers/actions/status-operations.ts';
import { externalCustomer, removeEndOfLifeDocument } from '../../customers/page/plan/plan-operations.ts';
import { setPaperAside, usePaperAgain } from '../../customers/page/papers/set-aside-operations.ts';
import { confirmPaper } from '../../files/set-aside/confirm-operation.ts';
import { deleteFile } from '../../files/uploads/upload-operations.ts';
import * as jobs from '../jobs.ts';
import { jobOf, noticeTest, settle, signedResident, systemWithWebhook } from './notices.fixture.ts';
import { focusesAt } from './receiver.fixture.ts';

const found = noticeTest();

const as = (who: TestPerson) => contextFor(found.test.services, who.actor);
const focuses = () => focusesAt(found.receiver);
const changesOf = async (userId: string) =>
  (
    await found.test.services.db
      .selectFrom('clinical_notices')
      .select('change')
      .where('user_id', '=', userId)
      .orderBy('number')
      .execute()
  ).map(({ change }) => change);

describe('notices of a plan with papers', () => {
  it('name the version when the plan is marked as external, and when the mark is taken back [D-51, X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    await insertFile(found.test.services, who.userId, { is_eol: true });
    for (const external of [true, false]) {
      await externalCustomer.call(as(found.manager), { id: who.userId, external });
      await settle(found);
    }
    const version = `DocumentReference/${who.userId}.1`;
    expect(focuses()).toEqual([version, version]);
    expect(await changesOf(who.userId)).toEqual(['external', 'not-external']);
  });

  it('name the person when a plan that consists of papers is marked, also when the last paper is gone [D-51, X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found, { plan: { status: 'draft', answers: {} } });
    const { key } = await insertFile(found.test.services, who.userId, { is_eol: true });
    await externalCustomer.call(as(found.manager), { id: who.userId, external: true });
    await removeEndOfLifeDocument.call(as(found.manager), { user_id: who.userId, key });
    await settle(found);
    expect(await changesOf(who.userId)).toEqual(['external', 'papers', 'not-external']);
    expect(new Set(focuses())).toEqual(new Set([`Patient/${who.userId}`]));
  });

  it('follow a paper that is added, set aside, used again, confirmed and deleted [D-60, X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    const { id } = await insertFile(found.test.services, who.userId);
    await jobs.announcePaper({ user_id: who.userId, paper: true }, jobOf(found));
    const named = { user_id: who.userId, file_id: id };
    await setPaperAside.call(as(found.manager), named);
    await usePaperAgain.call(as(found.manager), named);
    await setPaperAside.call(as(found.manager), named);
    await confirmPaper.call(as(who), { id });
    await deleteFile.call(as(who), { id });
    await settle(found);
    expect(await changesOf(who.userId)).toEqual(Array.from({ length: 6 }, () => 'papers'));
    expect(new Set(focuses())).toEqual(new Set([`DocumentReference/${who.userId}.1`]));
    expect(JSON.stringify(found.receiver.received)).not.toContain(id);
  });

  it('do not follow a file that is no paper [X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    const { id } = await insertFile(found.test.services, who.userId, { category: 'WISHES' });
    await deleteFile.call(as(who), { id });
    await jobs.announcePaper({ user_id: who.userId }, jobOf(found));
    await settle(found);
    expect(focuses()).toEqual([]);
  });
});

describe('notices of a resident', () => {
  it('name the person who is archived and restored, also to the suspended state, and are not about a suspension [X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    const user_id = who.userId;
    await updateUserStatus.call(as(found.manager), { id: user_id, status: 'suspended' });
    await settle(found);
    expect(focuses()).toEqual([]);
    await archiveCustomer.call(as(found.admin), { user_id });
    await unarchiveCustomer.call(as(found.admin), { user_id });
    await settle(found);
    expect(await changesOf(user_id)).toEqual(['archived', 'returned']);
    expect(new Set(focuses())).toEqual(new Set([`Patient/${user_id}`]));
  });

  it('name the person whom staff removed, and who is taken back [D-62, X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found);
    const id = who.userId;
    await deleteUser.call(as(found.admin), { id, type: 'delete', reason: '' });
    await takeCustomerBack.call(as(found.admin), { id });
    await settle(found);
    expect(await changesOf(id)).toEqual(['removed', 'returned']);
  });

  it('are not sent about a person without a plan and papers [X-06]', async () => {
    await systemWithWebhook(found);
    const who = await signedResident(found, { plan: { status: 'draft', answers: {} } });
    await archiveCustomer.call(as(found.admin), { user_id: who.userId });
    await settle(found);
    expect(focuses()).toEqual([]);
  });
});
