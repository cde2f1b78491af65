import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { watchNews } from '../../../../../testing/news.ts';
import { person } from '../../../../../testing/people.ts';
import { startApp } from '../../../../../testing/start-app.ts';

describe('sockets without traffic', () => {
  it('are closed within three seconds after the session ends, however it ended [R-53, security 18, D-13]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const app = await startApp();
    try {
      const { userId, email, password } = await person(app.services);
      const browser = new TestClient(app.url);
      await browser.signIn(email, password);
      const watching = watchNews(browser);
      await watching.until(() => watching.receivedNews.length === 1);
      vi.advanceTimersByTime(30_000);
      await pause(300);
      expect(watching.closed).toEqual([]);
      await app.services.db.deleteFrom('sessions').where('user_id', '=', userId).execute();
      vi.advanceTimersByTime(3_000);
      await watching.until(() => watching.closed.length > 0);
      expect([watching.closed, watching.receivedNews.length]).toEqual([[4401], 1]);

      const ends: ((id: string) => Promise<unknown>)[] = [
        (id) =>
          app.services.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute(),
        (id) =>
          app.services.db
            .updateTable('sessions')
            .set({ idle_expires_at: new Date(0) })
            .where('user_id', '=', id)
            .execute(),
      ];
      const stays = await person(app.services);
      const other = new TestClient(app.url);
      await other.signIn(stays.email, stays.password);
      const going = watchNews(other);
      await going.until(() => going.receivedNews.length === 1);
      for (const end of ends) {
        const next = await person(app.services);
        const client = new TestClient(app.url);
        await client.signIn(next.email, next.password);
        const listening = watchNews(client);
        await listening.until(() => listening.receivedNews.length === 1);
        await end(next.userId);
        vi.advanceTimersByTime(3_000);
        await listening.until(() => listening.closed.length > 0);
        expect(listening.closed[0]).toBe(4401);
      }
      expect(going.closed).toEqual([]);
    } finally {
      vi.useRealTimers();
      await app.close();
    }
  });
});
