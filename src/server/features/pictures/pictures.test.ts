import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { person, provider, type TestPersonSpec } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

const change = 'mutation ($data_url: String!) { changePicture(data_url: $data_url) { id image } }';
const remove = 'mutation { removePicture { id image } }';
const none = '00000000-0000-4000-8000-000000000000';

describe('portraits', () => {
  let app: TestApp;
  let photo: string;
  beforeAll(async () => {
    app = await startApp();
    const picture = await sharp({ create: { width: 700, height: 700, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    photo = `data:image/jpeg;base64,${picture.toString('base64')}`;
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = {}) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const add = async () =>
      (await client.graphql(change, { data_url: photo })).data.changePicture.image as string;
    return { ...who, client, add };
  }

  const stored = (userId: string) =>
    app.services.db.selectFrom('pictures').select(['id', 'type']).where('user_id', '=', userId).execute();

  it('are encoded again, reduced in size, and readable by their person without shared caches [SET-01, GAP-76]', async () => {
    const ann = await signedIn();
    const image = await ann.add();
    const response = await ann.client.fetch(image);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'attachment; filename="picture"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
      vary: expect.stringContaining('Cookie'),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    const { data } = await ann.client.graphql('{ currentUser { image } }');
    expect(data.currentUser.image).toBe(image);
  });

  it('get a new address with each change, and the old address no longer exists [SET-01]', async () => {
    const ann = await signedIn();
    const [first, second] = [await ann.add(), await ann.add()];
    expect(second).not.toBe(first);
    expect((await ann.client.fetch(first)).status).toBe(404);
    expect((await ann.client.fetch(second)).status).toBe(200);
    expect(await stored(ann.userId)).toHaveLength(1);
  });

  it('can be removed, also twice [SET-01]', async () => {
    const ann = await signedIn();
    const image = await ann.add();
    for (let time = 0; time < 2; time += 1)
      expect((await ann.client.graphql(remove)).data.removePicture.image).toBeNull();
    expect((await ann.client.fetch(image)).status).toBe(404);
    expect(await stored(ann.userId)).toEqual([]);
  });

  it('of 2 MB are accepted; other content is refused at its field, and the previous portrait is kept [SET-01, security 33]', async () => {
    const ann = await signedIn();
    const image = await ann.add();
    const large = Buffer.concat([
      Buffer.from(photo.split(',')[1]!, 'base64'),
      Buffer.alloc(2 * 1024 * 1024 - 60_000),
    ]);
    const { errors } = await ann.client.graphql(change, {
      data_url: `data:image/jpeg;base64,${large.toString('base64')}`,
    });
    expect(errors).toBeUndefined();
    for (const data_url of [
      'data:image/svg+xml;base64,PHN2Zy8+',
      'x',
      `data:image/png;base64,${large.toString('base64')}`,
    ])
      expect((await ann.client.graphql(change, { data_url })).errors?.[0].extensions).toMatchObject({
        code: 'invalid',
        fields: [{ field: 'picture', message: 'error.file_type_not_allowed' }],
      });
    expect(await stored(ann.userId)).toHaveLength(1);
    expect((await ann.client.fetch(image)).status).toBe(404);
  });

  it('cannot be changed without limit by one person [security 13]', async () => {
    const ann = await signedIn();
    const codes = [];
    for (let number = 0; number < 21; number += 1)
      codes.push((await ann.client.graphql(change, { data_url: 'x' })).errors?.[0].extensions.code);
    expect(codes).toEqual([...Array(20).fill('invalid'), 'rate-limited']);
  });

  it('are visible to staff with access to the person, and not found for all other people [security 2, security 4]', async () => {
    const [own, other] = [await provider(app.services), await provider(app.services)];
    const ann = await signedIn({ providerId: own });
    const image = await ann.add();
    const status = async (client: TestClient, path = image) => (await client.fetch(path)).status;
    const seen = [
      await signedIn({ role: 'providerview', providerId: own }),
      await signedIn({ role: 'admin' }),
    ];
    for (const { client } of seen) expect(await status(client)).toBe(200);
    const unseen = [
      await signedIn({ providerId: own }),
      await signedIn({ role: 'provideradmin', providerId: other }),
      await signedIn(),
    ];
    for (const { client } of unseen) expect(await status(client)).toBe(404);
    expect(await status(new TestClient(app.url))).toBe(401);
    for (const path of [`/api/pictures/${none}`, '/api/pictures/x', '/api/pictures/..%2f..%2fetc'])
      expect([400, 404]).toContain(await status(ann.client, path));
  });

  it('cannot be changed by a visitor or by staff in the account [security 8]', async () => {
    const visitor = new TestClient(app.url);
    const [ann, staff] = [await signedIn(), await person(app.services, { role: 'admin' })];
    const image = await ann.add();
    await app.services.db
      .updateTable('sessions')
      .set({ acting_staff_id: staff.userId })
      .where('user_id', '=', ann.userId)
      .execute();
    for (const call of [change, remove]) {
      const variables = call === change ? { data_url: photo } : {};
      expect((await visitor.graphql(call, variables)).errors?.[0].extensions.code).toBe('unauthenticated');
      expect((await ann.client.graphql(call, variables)).errors?.[0].extensions.code).toBe('forbidden');
    }
    expect((await ann.client.fetch(image)).status).toBe(200);
  });
});
