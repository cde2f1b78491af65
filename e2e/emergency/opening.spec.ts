import type { Page, Request } from '@playwright/test';
import { TestClient } from '../../testing/client.ts';
import { fullAnswers, type TestPerson } from '../../testing/people.ts';
import { saveElsewhere } from '../saved-plan.ts';
import { expect, main, phone, test } from '../wattle.ts';

const daniel = {
  name: 'Daniel Doyle',
  email: 'daniel@card.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
};
const susan = {
  name: 'Susan Doyle',
  email: 'susan@card.example',
  phone: '0491 570 157',
  relationship: 'Daughter',
};
const signed = () => ({
  plan: { status: 'complete' as const, answers: fullAnswers() },
  contacts: [
    { ...susan, accepted: true },
    { ...daniel, accepted: true },
  ],
});

const otherPin = (pin: string) => (pin === '000000' ? '111111' : '000000');

/** Types a PIN on the form of a card, as a person who found the card. */
async function typePin(page: Page, pin: string): Promise<void> {
  await page.getByRole('textbox', { name: 'PIN number on the card' }).fill(pin);
  await page.getByRole('button', { name: 'Open the plan' }).click();
}

async function open(page: Page, { shareId, pin }: TestPerson): Promise<void> {
  await page.goto(`/acp-login/${shareId}?v=1`);
  await typePin(page, pin);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
}

test.use({ javaScriptEnabled: false });

test(
  'after a wrong PIN the right one must wait too; then it opens [D-07]',
  { tag: phone },
  async ({ page, newCustomer, app }) => {
    const who = await newCustomer({ ...signed(), language: 'zh' });
    await page.goto(`/acp-login/${who.shareId}?v=1`);
    // English, whatever the owner's language (D-29).
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open this person’s advance care plan');
    await typePin(page, otherPin(who.pin));
    const problem = page.getByRole('alert');
    await expect(problem).toContainText('This card and PIN do not open a plan');
    await expect(problem).toContainText('Wait 2 seconds, then try again.');
    await expect(problem).toContainText('The owner may have made a new card.');
    await typePin(page, who.pin);
    await expect(problem).toHaveText('Wait 2 seconds, then try again.');
    await app.pass(2000);
    await typePin(page, who.pin);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
  },
);

test(
  `the open plan is one response of at most 14 kB, and its owner is notified of the opening [D-06, D-08, DASH-17] ${main}`,
  { tag: phone },
  async ({ page, newCustomer, app }) => {
    const who = await newCustomer(signed());
    await open(page, who);
    const sent: Request[] = [];
    page.on('request', (request) => sent.push(request));
    const response = await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
    expect(sent.map((request) => request.url())).toEqual([page.url()]);
    expect((await response?.body())?.length).toBeLessThanOrEqual(14_000);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    await expect(
      page.getByText(
        /^Opened \d.* This is recorded\. Margaret is told, and so is each substitute decision maker who said yes\.$/,
      ),
    ).toBeVisible();
    const owner = new TestClient(app.url);
    await owner.signIn(who.email, who.password);
    const { data } = await owner.graphql('{ recentActivities(limit: 4) { template } }');
    expect(data.recentActivities[0]).toEqual({ template: 'ACP_OPENED' });
  },
);

test('scanning an old printout shows a message to discard it [D-09]', async ({ page, newCustomer, app }) => {
  const who = await newCustomer(signed());
  await saveElsewhere(app, who, { cprCatastrophic: 'receive CPR regardless of expected quality of life' });
  await open(page, who);
  await expect(page.getByText(/^Your card has version 1, /)).toBeVisible();
  await expect(page.getByText(/^Old (card|paper)\. Below is the newest plan, version \d+, /)).toBeVisible();
  await expect(page.getByText(/^version 2, signed /)).toBeVisible();
  await page.goto(`/acp-login/${who.shareId}?v=1&from=pdf`);
  await expect(page.getByText(/^Your paper has version 1, .* Put it aside\./)).toBeVisible();
});

test(`substitute decision makers come first, also when they have not answered; other contacts are then not listed [D-33] ${main}`, async ({
  page,
  newCustomer,
}) => {
  await open(page, await newCustomer(signed()));
  await expect(page.getByRole('link', { name: /^Call / })).toHaveText([
    'Call 0491 570 006',
    'Call 0491 570 157',
  ]);
  await open(page, await newCustomer({ ...signed(), contacts: [susan, daniel] }));
  await expect(page.getByRole('link', { name: /^Call / })).toHaveText(['Call 0491 570 006']);
  await expect(page.getByText('has not yet agreed to be a contact')).toBeVisible();
  await expect(page.getByText('Susan Doyle')).toHaveCount(0);
});
