import { sql } from 'kysely';
import { pinPage } from '../../src/server/pages/emergency/pin-page.ts';
import { wrongPin } from '../../src/server/features/emergency/emergency.fixture.ts';
import { guessPlace } from '../../src/server/features/emergency/pin/pin-throttle.ts';
import { renewEmergencyCard } from '../../src/server/features/emergency-card/operations.ts';
import { insertFile } from '../../testing/customer-files.ts';
import { contextFor, provider, type TestPerson, type TestPersonSpec } from '../../testing/people.ts';
import { saveElsewhere } from '../saved-plan.ts';
import { daniel, susan } from '../screens/contacts-page.ts';
import { expect } from '../wattle.ts';
import type { PlainScene, SceneTools } from './scene.ts';
import { answersIn, longAnswers, longName, manyContacts } from './states.ts';

type Card = Pick<TestPerson, 'shareId' | 'pin'>;

const signed = ({ language }: SceneTools): TestPersonSpec => ({
  plan: { status: 'complete', answers: answersIn(language) },
  dob: '14/05/1943',
  contacts: [daniel, { ...susan, accepted: true }],
});

/** A plan that was recorded on behalf of the person. */
const onBehalf = (world: SceneTools): TestPersonSpec => {
  const answers = { ...answersIn(world.language), confirmName: daniel.name };
  return { ...signed(world), plan: { status: 'complete', answers }, accountOwner: 'child' };
};

const long = ({ language }: SceneTools): TestPersonSpec => ({
  ...longName,
  plan: { status: 'complete', answers: longAnswers(language) },
  contacts: manyContacts,
});

const address = ({ language }: SceneTools, { shareId }: Pick<Card, 'shareId'>, query = '') =>
  `/acp-login/${shareId}?lang=${language}${query}`;

async function guess(world: SceneTools, card: Card, pin: string, query = ''): Promise<void> {
  await world.page.goto(address(world, card, query));
  await world.page.getByRole('textbox').fill(pin);
  await world.page.keyboard.press('Enter');
}

/** Opens the page of a card. */
async function open(world: SceneTools, card: Card, query = ''): Promise<void> {
  await guess(world, card, card.pin, query);
  await expect(world.page.getByRole('textbox')).toHaveCount(0);
}

const refused = ({ page }: SceneTools) => expect(page.getByRole('alert')).toBeVisible();

/** Opens the page of a new person after these changes. */
const opened =
  (
    spec: (world: SceneTools) => TestPersonSpec,
    change: (world: SceneTools, who: TestPerson) => Promise<unknown> = async () => {},
    query = '',
  ): PlainScene['visit'] =>
  async (world) => {
    const who = await world.newCustomer(spec(world));
    await change(world, who);
    await open(world, who, query);
  };

const added = (at: string) => ({ activated_timestamp: new Date(at) });

const directive =
  (file_name = 'Advance care directive.pdf') =>
  ({ app }: SceneTools, { userId }: TestPerson) =>
    insertFile(app.services, userId, { file_name, ...added('2026-03-12T02:00:00Z') });

/** Adds a paper as staff do, and marks the plan as written elsewhere. */
async function papersOfStaff({ app }: SceneTools, { userId }: TestPerson): Promise<void> {
  await insertFile(app.services, userId, { file_name: 'Plan of Banksia House.pdf', is_eol: true });
  const { db } = app.services;
  await db
    .updateTable('acps')
    .set({ external: true })
    .where('user_id', '=', userId)
    .where('type', '=', 'active')
    .execute();
}

/** Records wrong guesses at a card, ten seconds apart. Sixty is the daily limit; after five the wait is the longest. */
async function countGuesses({ app }: SceneTools, { shareId }: Card, count: number): Promise<void> {
  const place = guessPlace(app.services.secrets, shareId, '192.0.2.1');
  await sql`
    insert into emergency_attempts (share_hash, address_hash, at)
    select ${place.share}, ${place.address}, now() - interval '10 seconds' * (n + 3) from generate_series(1, ${count}::int) n`.execute(
    app.services.db,
  );
}

const archivedWithPaper: Parameters<typeof opened>[1] = async (world, who) => {
  await directive()(world, who);
  await archive(world, who);
};

const changed: Parameters<typeof opened>[1] = ({ app }, who) =>
  saveElsewhere(app, who, { cprStopBreathing: 'do not want CPR' });

/** Archives the record of a person, whose other record is kept at a house. */
async function archive({ app, newCustomer }: SceneTools, { userId }: TestPerson): Promise<void> {
  const { db } = app.services;
  const provider_id = await provider(app.services, 'Banksia North');
  await db
    .updateTable('providers')
    .set({ phone_number: '03 5550 0140' })
    .where('id', '=', provider_id)
    .execute();
  const kept = await newCustomer();
  await db.updateTable('users').set({ provider_id }).where('id', '=', kept.userId).execute();
  await db.updateTable('users').set({ status: 'archived' }).where('id', '=', userId).execute();
  await db
    .insertInto('duplicate_links')
    .values({ archived_id: userId, kept_id: kept.userId, linked_at: new Date() })
    .execute();
}

/** The emergency page in its states: before the PIN, refused, and after it. */
export const emergencyScenes: readonly PlainScene[] = [
  {
    name: 'PIN',
    state: 'typical',
    visit: async (world) => void (await world.page.goto(address(world, { shareId: 'unknown' }))),
  },
  {
    name: 'PIN missing',
    state: 'failing',
    visit: async (world) => {
      await guess(world, { shareId: 'unknown', pin: '' }, '');
      await refused(world);
    },
  },
  {
    name: 'PIN wrong, then too soon',
    state: 'failing',
    visit: async (world) => {
      const who = await world.newCustomer(signed(world));
      await countGuesses(world, who, 5);
      for (const pin of [wrongPin(who.pin), who.pin]) {
        await guess(world, who, pin);
        await refused(world);
      }
    },
  },
  {
    name: 'replaced card',
    state: 'failing',
    visit: async (world) => {
      const who = await world.newCustomer(signed(world));
      await renewEmergencyCard.call(contextFor(world.app.services, who.actor), {});
      await guess(world, who, who.pin);
      await refused(world);
    },
  },
  {
    name: 'locked',
    state: 'failing',
    visit: async (world) => {
      const who = await world.newCustomer(signed(world));
      await countGuesses(world, who, 60);
      await guess(world, who, who.pin);
      await refused(world);
    },
  },
  {
    name: 'not available',
    state: 'failing',
    async visit({ page, language, t }) {
      const helpPhone = '1800 000 000';
      await page.setContent(pinPage({ t, query: { language }, problem: { kind: 'down' }, helpPhone }));
    },
  },
  { name: 'plan', state: 'typical', visit: opened(signed) },
  { name: 'plan', state: 'full', visit: opened(long) },
  { name: 'whole plan', state: 'full', visit: opened(long, undefined, '&view=all') },
  {
    name: 'plan on behalf',
    state: 'typical',
    visit: opened(onBehalf),
  },
  { name: 'old card', state: 'typical', visit: opened(signed, changed, '&v=1') },
  { name: 'old paper', state: 'typical', visit: opened(signed, changed, '&v=1&from=pdf') },
  { name: 'paper alone', state: 'typical', visit: opened(() => ({ contacts: [daniel] }), directive()) },
  {
    name: 'paper alone',
    state: 'full',
    visit: opened(
      () => ({ ...longName, contacts: manyContacts }),
      directive(`${'advance_care_'.repeat(12)}.pdf`),
    ),
  },
  { name: 'papers of staff', state: 'typical', visit: opened(() => ({ contacts: [daniel] }), papersOfStaff) },
  { name: 'paper beside a plan', state: 'typical', visit: opened(signed, directive()) },
  { name: 'papers of staff beside a plan', state: 'typical', visit: opened(signed, papersOfStaff) },
  {
    name: 'paper set aside',
    state: 'typical',
    visit: opened(signed, ({ app }, { userId }) =>
      insertFile(app.services, userId, { is_active: false, set_aside_at: new Date('2026-03-12T02:00:00Z') }),
    ),
  },
  { name: 'archived record', state: 'typical', visit: opened(signed, archive) },
  { name: 'archived record', state: 'full', visit: opened(long, archive) },
  {
    name: 'archived record',
    state: 'empty',
    visit: opened(() => ({ contacts: [daniel] }), archivedWithPaper),
  },
  {
    name: 'plan closed',
    state: 'empty',
    async visit(world) {
      await open(world, await world.newCustomer(signed(world)));
      await world.page.getByRole('button', { name: world.t('emergency.footer.close') }).click();
      await expect(world.page.getByRole('textbox')).toBeVisible();
    },
  },
];
