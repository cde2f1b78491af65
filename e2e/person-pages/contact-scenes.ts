import { pathTo } from '../../src/server/features/shared-plan/shared-plan.fixture.ts';
import { failedPage } from '../../src/server/pages/contacts/answer-pages.ts';
import { insertFile } from '../../testing/customer-files.ts';
import type { TestPerson, TestPersonSpec } from '../../testing/people.ts';
import { daniel, idsOf } from '../screens/contacts-page.ts';
import { expect } from '../wattle.ts';
import type { PlainScene, SceneTools } from './scene.ts';
import { answersIn, longAnswers, longName, manyContacts } from './states.ts';

const asked = { ...daniel, accepted: false };

const plan = ({ language }: SceneTools) =>
  ({ plan: { status: 'complete', answers: answersIn(language) } }) as const satisfies TestPersonSpec;

const long = (world: SceneTools): TestPersonSpec => ({
  ...longName,
  plan: { status: 'complete', answers: longAnswers(world.language) },
  contacts: manyContacts,
});

const accepted = (world: SceneTools): TestPersonSpec => ({ ...plan(world), contacts: [daniel] });
const invited = (world: SceneTools): TestPersonSpec => ({ ...plan(world), contacts: [asked] });
const onBehalf =
  (spec: (world: SceneTools) => TestPersonSpec) =>
  (world: SceneTools): TestPersonSpec => ({
    ...spec(world),
    plan: { status: 'complete', answers: { ...answersIn(world.language), confirmName: daniel.name } },
    accountOwner: 'child',
  });

type Change = (world: SceneTools, who: TestPerson, contactId: string) => Promise<unknown>;

/** Follows the mailed link of a contact of a new person, after these changes. */
const follow =
  (
    kind: 'request' | 'view',
    spec: (world: SceneTools) => TestPersonSpec,
    change?: Change,
  ): PlainScene['visit'] =>
  async (world) => {
    const { app, page, language } = world;
    const who = await world.newCustomer(spec(world));
    const { contactId } = await idsOf(app, who, daniel.name);
    await change?.(world, who, contactId);
    await page.goto(`${await pathTo(app.services, kind, contactId)}?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };

/** Presses the button or link on the page that opened. */
const then =
  (visit: PlainScene['visit'], ...keys: Parameters<SceneTools['t']>[0][]): PlainScene['visit'] =>
  async (world) => {
    await visit(world);
    for (const key of keys) {
      const name = world.t(key as 'common.yes');
      await world.page
        .getByRole('button', { name, exact: true })
        .or(world.page.getByRole('link', { name, exact: true }))
        .first()
        .click();
    }
  };

const open = (spec: (world: SceneTools) => TestPersonSpec, change?: Change) =>
  then(follow('view', spec, change), 'contactView.open');

const setContact =
  (values: Readonly<Record<string, unknown>>): Change =>
  ({ app }, _, contactId) =>
    app.services.db.updateTable('trusted_contacts').set(values).where('id', '=', contactId).execute();

const expired = setContact({ view_link_until: new Date(0) });

/** Shares twelve files with long names. */
const files: Change = async ({ app }, { userId }, shared_with) => {
  for (let at = 0; at < 12; at += 1) {
    const file_name = `${'advance_care_directive_'.repeat(8)}${at}.pdf`;
    const { id } = await insertFile(app.services, userId, { file_name, category: 'ADDITIONAL_DOCUMENT' });
    await app.services.db
      .insertInto('shared_files')
      .values({ user_id: userId, file_id: id, shared_with, shared_at: new Date('2026-03-12T02:00:00Z') })
      .execute();
  }
};

/** The pages of a contact: invited, accepted, and reading. */
export const contactScenes: readonly PlainScene[] = [
  { name: 'request', state: 'typical', visit: follow('request', invited) },
  {
    name: 'request',
    state: 'full',
    visit: follow('request', (world) => ({
      ...long(world),
      contacts: [{ ...manyContacts[0]!, accepted: false }],
    })),
  },
  { name: 'request on behalf', state: 'typical', visit: follow('request', onBehalf(invited)) },
  { name: 'say no?', state: 'typical', visit: then(follow('request', invited), 'contactReply.decline') },
  {
    name: 'said no',
    state: 'typical',
    visit: then(follow('request', invited), 'contactReply.decline', 'contactReply.declineConfirm'),
  },
  { name: 'said yes', state: 'typical', visit: then(follow('request', invited), 'contactReply.accept') },
  { name: 'answered before', state: 'typical', visit: follow('request', accepted) },
  { name: 'cover', state: 'typical', visit: follow('view', accepted) },
  { name: 'opened', state: 'typical', visit: open(accepted) },
  { name: 'opened', state: 'full', visit: open(long, files) },
  { name: 'opened on behalf', state: 'typical', visit: open(onBehalf(accepted)) },
  { name: 'plan changed', state: 'typical', visit: open(accepted, setContact({ opened_plan_version: 0 })) },
  { name: 'not signed yet', state: 'empty', visit: open(() => ({ contacts: [daniel] })) },
  { name: 'plan not shared', state: 'empty', visit: open(accepted, setContact({ plan_shared: false })) },
  { name: 'stop?', state: 'typical', visit: then(open(accepted), 'contactView.stepBack') },
  {
    name: 'stopped',
    state: 'typical',
    visit: then(open(accepted), 'contactView.stepBack', 'contactView.stepBackButton'),
  },
  { name: 'closed', state: 'empty', visit: then(open(accepted), 'contactView.closeButton') },
  { name: 'link over', state: 'failing', visit: follow('view', accepted, expired) },
  {
    name: 'new link sent',
    state: 'failing',
    visit: then(follow('view', accepted, expired), 'contactView.sendLink'),
  },
  {
    name: 'not available',
    state: 'failing',
    visit: ({ page, t, language }) => page.setContent(failedPage({ t, language }, 'failed', '1800 000 000')),
  },
];
