import { bothWidths, expect, noteRequests, test } from '../wattle.ts';
import { isInOrder } from '../axe.ts';
import { signed } from '../screens/emergency-card.ts';

/** A share sheet that records its input. `refusals` are the names of the errors of its first calls. */
const shareSheet = (refusals: readonly string[] = []) => `
  window.shared = [];
  const refusals = ${JSON.stringify(refusals)};
  Navigator.prototype.canShare = (data) => data?.files?.every(({ type }) => type === 'application/pdf') ?? false;
  Navigator.prototype.share = async ({ files: [file] }) => {
    const refusal = refusals.shift();
    if (refusal) throw new DOMException('', refusal);
    window.shared.push({ name: file.name, begins: (await file.text()).slice(0, 5) });
  };`;

const pdfName = expect.stringMatching(
  /^Margaret Doyle - advance care plan - version 1 - \d{4}-\d\d-\d\d\.pdf$/,
);

test(
  `the PDF is passed to the telephone’s own share sheet`,
  { tag: bothWidths },
  async ({ page, signedIn }) => {
    await signedIn(signed());
    await page.addInitScript(shareSheet());
    await page.goto('/my-acp');
    const share = page.getByRole('button', { name: 'Share the PDF' });
    await expect(page.getByRole('main')).toContainText('Send it only to people you trust.');
    await isInOrder(page);
    await share.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('window.shared')).toEqual([{ name: pdfName, begins: '%PDF-' }]);
    await expect(share).toHaveText('Share the PDF');
  },
);

test('a PDF that took too long for the browser is shared on the next touch, without making it again', async ({
  page,
  signedIn,
}) => {
  await signedIn(signed());
  await page.addInitScript(shareSheet(['NotAllowedError', 'AbortError']));
  let made = 0;
  page.on('request', (request) => (made += request.url().endsWith('/api/acp/plan.pdf') ? 1 : 0));
  await page.goto('/my-acp');
  const share = page.getByRole('button', { name: 'Share the PDF' });
  await share.click();
  const ready = page.getByText('The PDF is ready. Choose “Share the PDF” once more.');
  await expect(ready).toBeVisible();
  // Closing the sheet is no failure, and shows no message.
  await share.click();
  await expect(ready).toBeHidden();
  expect(made).toBe(1);
  await expect(page.getByText('The PDF could not be shared.')).toBeHidden();
  await share.click();
  await expect.poll(() => page.evaluate('window.shared')).toEqual([{ name: pdfName, begins: '%PDF-' }]);
});

test('a PDF that cannot be loaded or shared shows an error, and can be retried', async ({
  page,
  signedIn,
}) => {
  await signedIn(signed());
  await page.addInitScript(shareSheet(['DataError']));
  await page.goto('/my-acp');
  await page.route('**/api/acp/plan.pdf', (route) => route.abort(), { times: 1 });
  const share = page.getByRole('button', { name: /Share the PDF|Try again/ });
  const problem = page.getByText('The PDF could not be shared. Please try again.');
  for (let time = 0; time < 2; time += 1) {
    await share.click();
    await expect(problem).toBeVisible();
  }
  await share.click();
  await expect(problem).toBeHidden();
  await expect.poll(() => page.evaluate('window.shared')).toEqual([{ name: pdfName, begins: '%PDF-' }]);
});

test('where the browser cannot share files, there is no button for it, and a link can be mailed', async ({
  page,
  signedIn,
}) => {
  await signedIn(signed());
  await page.addInitScript('delete Navigator.prototype.share; delete Navigator.prototype.canShare;');
  await page.goto('/my-acp');
  await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share the PDF' })).toBeHidden();
  await expect(page.getByRole('main')).toContainText(
    'Send yourself a link and open it where there is a printer.',
  );
});

test('a link to the plan is mailed to the owner, and after three within the hour there is a waiting time', async ({
  page,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  await page.goto('/my-acp');
  const mail = page.getByRole('button', { name: 'Email me a link' });
  const sent = noteRequests(page, 'mailMyPlan');
  for (let time = 1; time <= 3; time += 1) {
    await mail.click();
    await expect(
      page.getByText(`The link is on its way to ${who.email}. It asks you to sign in.`),
    ).toBeVisible();
    await expect.poll(() => sent.length).toBe(time);
    await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible({ timeout: 10_000 });
  }
  expect(new Set(sent.map(({ variables }) => variables['idempotency_key'])).size).toBe(3);
  await expect
    .poll(async () => {
      const { rows } = await app.application.pool.query(
        `select count(*)::int as mails from mail_outbox where to_address = $1 and subject = 'Your link to your plan'`,
        [who.email],
      );
      return rows[0].mails;
    })
    .toBe(3);
  await mail.click();
  await expect(page.getByRole('alert').filter({ hasText: /minutes/ })).toBeVisible();
  await expect(page.getByText('The link is on its way')).toBeHidden();
});
