import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { TestClient } from '../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import {
  startOrganisationIssuer,
  throughIssuer,
  type OrganisationIssuer,
} from '../../../../testing/stand-ins/organisation-issuer.ts';
import { hashPassword } from '../../pipeline/passwords/passwords.ts';
import { issueToken, linkOf } from '../sign-in/api.ts';
import { getProviderConnection, saveProviderConnection } from './connection/connection-operations.ts';
import { callbackAddress } from './connection/connection-store.ts';

type Named = Pick<TestPerson, 'userId' | 'email'>;

/** Makes a house of an organisation and another organisation, each connected to an issuer of its own, with people. */
async function makeOrganisations(app: TestApp) {
  const { services } = app;
  const root = await provider(services, 'Correa Community Care');
  const house = await provider(services, 'Correa House', root);
  const elsewhere = await provider(services, 'Grevillea Lodge');
  const manager = await person(services, { role: 'provideradmin', providerId: root });
  const admin = await person(services, { role: 'sysadmin' });
  const redirectUris = [root, elsewhere].map((id) => callbackAddress(services.config, id));
  const issuer = await startOrganisationIssuer({ redirectUris });
  const second = await startOrganisationIssuer({ redirectUris });
  const versionOf = async (id: string) =>
    (await getProviderConnection.call(contextFor(services, admin.actor), { id })).version;
  const connect = async (id: string, { url, client_id, client_secret }: OrganisationIssuer) =>
    saveProviderConnection.call(contextFor(services, admin.actor), {
      ...{ id, version: await versionOf(id), issuer: url, client_id, client_secret },
    });
  await connect(root, issuer);
  await connect(elsewhere, second);
  const resetIssuer = () => {
    issuer.tamper(null);
    Object.assign(issuer, { discovery: {}, isSilent: false });
  };
  return { app, root, house, elsewhere, manager, admin, issuer, second, connect, versionOf, resetIssuer };
}

type Organisations = Awaited<ReturnType<typeof makeOrganisations>>;

/** Returns the steps of a browser through a sign-in. Each returns the address to which the browser is sent. */
function steps({ app, root, issuer, second }: Organisations) {
  const { services } = app;
  const where = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return status === 303 ? headers.get('location')!.replace(app.url, '') : `status ${status}`;
  };
  const newClient = () => new TestClient(app.url);
  const beginIn = (client: TestClient, id: string) => where(client.fetch(`/api/auth/organisation/${id}`));

  /** Goes to the issuer, with a mailed link or without, and returns the address to which it sends the browser back. */
  async function toIssuer(token: string | null, subject: string, client: TestClient, id = root) {
    const at = id === root ? issuer : second;
    at.signIn(subject);
    if (token === null) return throughIssuer(await beginIn(client, id));
    const { body } = await client.post('/api/auth/join-organisation', { token });
    if (!body.ok) throw new Error(body.fields?.[0]?.message ?? body.error);
    return throughIssuer(body.url as string);
  }
  const back = (address: string, client: TestClient) => where(client.fetch(address.replace(app.url, '')));
  const openLink = async (token: string, subject: string, client = newClient()) =>
    back(await toIssuer(token, subject, client), client);
  async function linkTo({ userId }: Named) {
    const id = await issueToken(services.db, services.clock(), 'join-organisation', userId);
    return linkOf(services, 'join-organisation', id).split('token=')[1]!;
  }
  return {
    ...{ toIssuer, back, openLink, linkOf: linkTo },
    begin: (id: string) => beginIn(newClient(), id),
    /** Opens the mailed link of a person. */
    open: async (who: Named, subject: string, client = newClient()) =>
      openLink(await linkTo(who), subject, client),
    /** Signs in at the organisation. */
    async signIn(subject: string, client = newClient(), id = root) {
      return back(await toIssuer(null, subject, client, id), client);
    },
  };
}

/** Returns helpers that read stored staff and sent mails. */
function records({ app, house, resetIssuer }: Organisations) {
  const { services } = app;
  const { db } = services;
  const mailsTo = (to: string) =>
    db.selectFrom('mail_outbox').select(['subject', 'html']).where('to_address', '=', to).execute();
  const change = ({ userId }: Pick<Named, 'userId'>, values: object) =>
    db.updateTable('users').set(values).where('id', '=', userId).execute();
  return {
    mailsTo,
    /** Waits for a mail by the start of its subject. */
    async mailTo(to: string, subject: string) {
      for (let tries = 0; tries < 200; tries += 1) {
        const found = (await mailsTo(to)).find((mail) => mail.subject.startsWith(subject));
        if (found) return found;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error(`No mail "${subject}" to ${to}`);
    },
    async addStaff(permission_role_id = 2): Promise<Named> {
      const { userId, email } = await person(services, { role: 'provideradmin', providerId: house });
      await change({ userId }, { login_provider: 'external', password_hash: null, permission_role_id });
      return { userId, email };
    },
    givePassword: async (who: Named) => change(who, { password_hash: await hashPassword('Correct-horse-7') }),
    identities: () =>
      db
        .selectFrom('organisation_identities')
        .select(['user_id', 'provider_id', 'issuer', 'subject'])
        .orderBy('joined_at')
        .execute(),
    stored: ({ userId }: Named) =>
      db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    async reset() {
      resetIssuer();
      await db.deleteFrom('organisation_identities').execute();
      await db.deleteFrom('attempts').execute();
      await db.deleteFrom('mail_outbox').execute();
    },
  };
}

/** A house of an organisation whose staff sign in at an issuer of their own; another organisation with another issuer. */
export type House = Awaited<ReturnType<typeof makeHouse>>;

export async function makeHouse() {
  const made = await makeOrganisations(await startApp());
  return {
    ...made,
    ...steps(made),
    ...records(made),
    async close() {
      await made.app.close();
      await made.issuer.close();
      await made.second.close();
    },
  };
}
