// Actions of users in the container, through its pages and its API only.
import { fullAnswers, signingAnswers } from '../../src/server/demo/demo-answers.ts';
import { TestClient } from '../../testing/client.ts';
import { waitFor } from './command.mjs';

const password = 'Tram-Kettle-42';

function expectThat(isTrue, what, found) {
  if (!isTrue) throw new Error(`${what}: ${JSON.stringify(found).slice(0, 500)}`);
}

/** Signs up, follows the mailed link, and signs a plan. Returns the browser and the card. */
export async function makeCard(url, mails) {
  const client = new TestClient(url);
  const email = `card.${Date.now()}@example.org`;
  const signedUp = await client.post('/api/auth/email-password', {
    email,
    password,
    accountOwner: 'self',
    type: 'signup',
    payload: '',
    redirect: false,
    medicareNumber: '',
    birthDate: '14/05/1943',
    gender: 'Female',
    EUSARead: true,
    privacyPolicyRead: true,
    notOwnerConfirmation: false,
    language: 'en',
  });
  expectThat(signedUp.body?.error === 'verification-required', 'The sign-up', signedUp.body);
  const token = await waitFor('The mail with the link', () => {
    const mail = mails.find((each) => each.includes(email));
    return mail && /verify-email#token=([\w-]+)/.exec(mail)?.[1];
  });
  const verified = await client.post('/api/auth/verify-email', { token });
  expectThat(verified.body?.user?.id, 'The link', verified.body);
  const plans = await client.graphql(
    'query ($id: ID!) { getActiveAcpsByUserId(user_id: $id) { id version } }',
    {
      id: verified.body.user.id,
    },
  );
  let [plan] = plans.data.getActiveAcpsByUserId;
  const answers = fullAnswers();
  for (const save of [
    { answers, status: 'draft' },
    {
      answers: await signingAnswers(`${answers.firstName} ${answers.lastName}`, 1),
      status: 'complete',
      step: 'step9',
    },
  ]) {
    const { data, errors } = await client.graphql(
      `mutation ($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $step: String, $confirmed: [String!]) {
        updateAnswers(id: $id, answers: $answers, status: $status, version: $version, step: $step, confirmed: $confirmed) {
          returning { id version }
        }
      }`,
      { ...plan, ...save, confirmed: Object.keys(save.answers) },
    );
    expectThat(data?.updateAnswers, 'A save', errors);
    [plan] = data.updateAnswers.returning;
  }
  const { data, errors } = await client.graphql('{ getEmergencyCard { pin share_id } }');
  expectThat(data?.getEmergencyCard, 'The card', errors);
  return { client, card: data.getEmergencyCard };
}

/** Opens a card with its PIN, and checks in another browser that a wrong PIN does not open it. Returns the reader's browser. */
export async function openCard(url, { pin, share_id: shareId }) {
  const address = `/acp-login/${shareId}`;
  const typePin = (browser, typed) =>
    browser.fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ pin: typed }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    });
  const reader = new TestClient(url);
  const opened = await typePin(reader, pin);
  expectThat(opened.status === 303, 'The PIN', opened.status);
  const page = await (await reader.fetch(opened.headers.get('location'))).text();
  expectThat(page.includes('Margaret'), 'The page of the card', page);
  const wrong = String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
  const refused = await typePin(new TestClient(url), wrong);
  expectThat(refused.status === 403, 'A wrong PIN', refused.status);
  return { reader, address, page };
}

/** Fetches the PDF of an opened card `count` times, one after another. Returns the median time in milliseconds. */
export async function makePdfs({ reader, address }, count) {
  const times = [];
  for (let made = 0; made < count; made += 1) {
    const begin = performance.now();
    const response = await reader.fetch(`${address}/plan.pdf`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expectThat(bytes.subarray(0, 5).toString() === '%PDF-', 'The PDF', response.status);
    times.push(performance.now() - begin);
  }
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(count / 2)]);
}
