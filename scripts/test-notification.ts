// node scripts/test-notification.ts address...: sends each of these people the notification TEST. Never in production.
import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '../src/domain/fields.ts';
import { announce } from '../src/server/features/notifications/store.ts';
import { administer } from './operator/calls/administration.ts';

await administer(async ({ config, db }) => {
  if (config.environment === 'prod') {
    console.error('Test notifications are never sent in production.');
    return 1;
  }
  const asked = process.argv.slice(2).map(normaliseEmail);
  let missing = 0;
  for (const email of asked) {
    const person = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (person) {
      const about = { template: 'TEST', metadata: {}, userId: person.id } as const;
      await announce(db, { ...about, eventId: randomUUID(), at: new Date() }, [person.id]);
    } else missing += 1;
  }
  console.log(`${asked.length - missing} of ${asked.length} sent.`);
  return missing > 0 || asked.length === 0 ? 1 : 0;
});
