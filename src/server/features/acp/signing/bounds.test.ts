import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullAnswers, signingAnswers } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import { complete, plansOn, save } from '../acp.fixture.ts';
import { longestTypedName, withTypedName } from '../../../../domain/plan/signature/typed-signature.ts';
import { cleanSignature, keptBytes, pngOf, signaturePictureOf } from './signature.ts';
import { noisySignature } from './noisy-signature.fixture.ts';

const list = `query ($id: ID!, $offset: Int, $limit: Int) {
  getRevisionAcps(user_id: $id, offset: $offset, limit: $limit) { count count_is_exact data { plan_version } } }`;

describe('the limits of one plan', () => {
  let app: TestApp;
  const { signedIn, planOf } = plansOn(() => app);

  beforeAll(async () => {
    app = await startApp();
    app.freeze();
  });
  afterAll(() => app.close());

  const signatures = (userId: string) =>
    app.services.db.selectFrom('signatures').selectAll().where('user_id', '=', userId).execute();

  type Signed = Awaited<ReturnType<typeof signedIn>>;

  /** Changes a signed plan, on its current version. */
  async function change({ who, client }: Signed, answers: object) {
    const { version } = await planOf(client, who.acpId);
    const confirmed = Object.keys(answers);
    const call = { id: who.acpId, answers, status: 'complete', version, type: 'revision', confirmed };
    return client.graphql(save, call);
  }

  it('stores a signature in at most 1,200 pixels and 60 kB, whatever is drawn, and the plan accepts further changes [R-02, R-09]', async () => {
    const sizes = [
      [2_400, 60],
      [60, 2_400],
      [400, 390],
    ] as const;
    for (const [width, height] of sizes) {
      const cleaned = pngOf(await cleanSignature('person', await noisySignature(width, height)))!;
      const kept = await sharp(cleaned).metadata();
      expect([width, height, cleaned.length <= keptBytes]).toEqual([width, height, true]);
      expect(Math.max(kept.width, kept.height)).toBeLessThanOrEqual(1_200);
    }
    const signed = await signedIn(complete);
    const first = await change(signed, { signatureImage: await noisySignature(400, 390) });
    expect(first.errors).toBeUndefined();
    expect((await change(signed, { explanations: 'Still open.' })).errors).toBeUndefined();
  });

  it('stores a typed name with its picture, and nothing else that came with it [D-22]', async () => {
    const plain = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#1b2f6b' } })
      .withMetadata({ exif: { IFD0: { Artist: 'Ann' } } })
      .png()
      .toBuffer();
    const sent = Buffer.from(withTypedName(plain, '陈美玲'));
    const cleaned = await cleanSignature('person', `data:image/png;base64,${sent.toString('base64')}`);
    expect(signaturePictureOf(cleaned)).toEqual({ png: pngOf(cleaned), typedName: '陈美玲' });
    expect((await sharp(pngOf(cleaned)!).metadata()).exif).toBeUndefined();
    const drawn = await cleanSignature('person', `data:image/png;base64,${plain.toString('base64')}`);
    expect(signaturePictureOf(drawn)).toEqual({ png: pngOf(drawn) });
    expect(signaturePictureOf(undefined)).toEqual({ png: null });
    // The largest picture with the longest name is within the limit too.
    const large = withTypedName(pngOf(await noisySignature(400, 390))!, '陈'.repeat(longestTypedName));
    const both = pngOf(
      await cleanSignature('person', `data:image/png;base64,${Buffer.from(large).toString('base64')}`),
    )!;
    expect(both.length).toBeLessThanOrEqual(keptBytes);
    expect(signaturePictureOf(`data:image/png;base64,${both.toString('base64')}`).typedName).toHaveLength(
      longestTypedName,
    );
  });

  it('refuses a signature that is no picture, or has too many pixels [R-02]', async () => {
    const large = await sharp({ create: { width: 2_401, height: 1, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    for (const sent of ['data:image/png;base64,AAAA', `data:image/png;base64,${large.toString('base64')}`])
      await expect(cleanSignature('person', sent)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('stores a signature once, sealed, however many versions show it, and deletes it when none does [R-02]', async () => {
    const signed = await signedIn(complete);
    const { userId } = signed.who;
    const before = await planOf(signed.client, signed.who.acpId);
    for (const explanations of ['One.', 'Two.', 'Three.']) await change(signed, { explanations });
    const [kept, ...more] = await signatures(userId);
    expect(more).toEqual([]);
    const { keyring } = app.services;
    const opened = keyring.open(place('signatures', 'picture_sealed', kept!.id), kept!.picture_sealed);
    expect(opened).toBe(before.answers.signatureImage);
    expect((await planOf(signed.client, signed.who.acpId)).answers.signatureImage).toBe(opened);
    const rows = await app.services.db
      .selectFrom('acps')
      .select(['id', 'answers_sealed', 'snapshot_sealed'])
      .where('user_id', '=', userId)
      .execute();
    expect(rows).toHaveLength(4);
    for (const { id, answers_sealed, snapshot_sealed } of rows) {
      expect(keyring.open(place('acps', 'answers_sealed', id), answers_sealed)).not.toContain('data:image');
      expect(keyring.open(place('acps', 'snapshot_sealed', id), snapshot_sealed!)).not.toContain(
        'data:image',
      );
    }
    // A draft is signed repeatedly, and its signature removed.
    const draft = await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
    const draw = async (signatureImage: string | null, version: number) => {
      const call = { id: draft.who.acpId, answers: { signatureImage }, status: 'draft', version };
      expect((await draft.client.graphql(save, call)).errors).toBeUndefined();
    };
    const { version } = await planOf(draft.client, draft.who.acpId);
    for (const hand of [1, 2, 3])
      await draw((await signingAnswers('Ann', hand)).signatureImage!, version + hand - 1);
    expect(await signatures(draft.who.userId)).toHaveLength(1);
    await draw(null, version + 3);
    expect(await signatures(draft.who.userId)).toEqual([]);
  });

  it('reads plans whose signature is still among the answers, and stores it separately with the next save [R-02]', async () => {
    const signed = await signedIn(complete);
    const { acpId, userId } = signed.who;
    const { db, keyring } = app.services;
    const { answers } = await planOf(signed.client, acpId);
    // As the previous release stored it.
    await db
      .updateTable('acps')
      .set({
        signature_id: null,
        answers_sealed: keyring.sealJson(place('acps', 'answers_sealed', acpId), answers),
      })
      .where('id', '=', acpId)
      .execute();
    await db.deleteFrom('signatures').where('user_id', '=', userId).execute();
    expect((await planOf(signed.client, acpId)).answers).toEqual(answers);
    expect((await change(signed, { explanations: 'New.' })).errors).toBeUndefined();
    expect(await signatures(userId)).toHaveLength(1);
    const read = `query ($id: ID!) { getRevisionAcp(user_id: $id, plan_version: 1) { answers } }`;
    const { data } = await signed.client.graphql(read, { id: userId });
    expect(data.getRevisionAcp).toEqual([{ answers }]);
    expect((await planOf(signed.client, acpId)).answers).toEqual({ ...answers, explanations: 'New.' });
  });

  it('allows thirty signed changes an hour, returns the time to wait, and lists them page by page without answers [R-02]', async () => {
    const signed = await signedIn(complete);
    for (let change_ = 1; change_ <= 30; change_ += 1) {
      const { errors } = await change(signed, { explanations: `Change ${change_}.` });
      expect([change_, errors]).toEqual([change_, undefined]);
      app.advance(60_000);
    }
    const { errors } = await change(signed, { explanations: 'Too many.' });
    expect(errors?.[0].extensions).toMatchObject({ code: 'rate-limited', details: { retryAfter: 30 * 60 } });
    const plain = await planOf(signed.client, signed.who.acpId);
    expect(plain.answers.explanations).toBe('Change 30.');
    const page = async (offset: number, limit?: number) =>
      (await signed.client.graphql(list, { id: signed.who.userId, offset, limit })).data?.getRevisionAcps;
    const first = await page(0);
    expect(first).toMatchObject({ count: 30, count_is_exact: true });
    expect(first.data).toHaveLength(10);
    const all = [...first.data, ...(await page(10)).data, ...(await page(20)).data];
    const numbers = all.map(({ plan_version }) => plan_version);
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
    expect((await page(0, 50)).data).toHaveLength(30);
    expect(await page(0, 51)).toBeUndefined();
    const asked = `query ($id: ID!) { getRevisionAcps(user_id: $id) { data { answers } } }`;
    const refused = await signed.client.graphql(asked, { id: signed.who.userId });
    expect(refused.errors?.[0].extensions.code).toBe('invalid');
    app.advance(30 * 60_000 + 1_000);
    expect((await change(signed, { explanations: 'In time.' })).errors).toBeUndefined();
  });
});
