import { stringifyDocument } from 'urql';
import { currentClient, fetchOptions } from '../../api/client.ts';
import { apiError, type ApiError } from '../../api/errors.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';

const GetNotifications = graphql(`
  query getNotifications($offset: Int, $limit: Int) {
    getNotifications(offset: $offset, limit: $limit) {
      count
      unread
      data {
        id
        template
        metadata
        user_id
        user {
          id
          first_name
          last_name
        }
        actor {
          id
          first_name
          last_name
        }
        provider
        read
        created_at
      }
    }
  }
`);

const NewNotifications = graphql(`
  subscription new_notifications {
    new_notifications {
      count
      unread
      notification {
        id
      }
    }
  }
`);

const UpdateNotification = graphql(`
  mutation updateNotification($id: ID!) {
    updateNotification(id: $id) {
      id
      read
    }
  }
`);

const UpdateAllNotifications = graphql(`
  mutation updateAllNotifications($user_id: ID!) {
    updateAllNotifications(user_id: $user_id) {
      count
    }
  }
`);

const UpdateLastViewed = graphql(`
  mutation updateLastViewedNotifications {
    updateLastViewedNotifications {
      last_viewed_notifications
    }
  }
`);

/** A part of somebody's notifications, with how many there are and how many are not read. */
export type NotificationPage = ResultOf<typeof GetNotifications>['getNotifications'];
export type NotificationItem = NotificationPage['data'][number];

/** What the subscription tells. */
export type News = ResultOf<typeof NewNotifications>['new_notifications'];

/** The subscription, for whoever speaks over the web socket. */
export const newsQuery: string = stringifyDocument(NewNotifications);

export type Reading = { ok: true; page: NotificationPage } | { ok: false; error: ApiError | undefined };

/** What the page asks by itself must not keep the session of somebody alive who went away (D-13). */
const unattended = {
  requestPolicy: 'network-only',
  fetchOptions: () => fetchOptions({ 'wattle-unattended': 'yes' }),
} as const;

/** Reads a part of the list. `alone` when nobody asked for it by a click or a key. */
export async function readNotifications(
  part: { offset: number; limit: number },
  { alone = false }: { alone?: boolean } = {},
): Promise<Reading> {
  const context = alone ? unattended : ({ requestPolicy: 'network-only' } as const);
  const { data, error } = await currentClient().query(GetNotifications, part, context).toPromise();
  return data ? { ok: true, page: data.getNotifications } : { ok: false, error: apiError(error) };
}

/** Marks one notification read. False when that could not be done. */
export async function markRead(id: string): Promise<boolean> {
  const { error } = await currentClient().mutation(UpdateNotification, { id }).toPromise();
  return error === undefined;
}

/** Marks all read. False when that could not be done. */
export async function markAllRead(userId: string): Promise<boolean> {
  const { error } = await currentClient().mutation(UpdateAllNotifications, { user_id: userId }).toPromise();
  return error === undefined;
}

/** Tells the server that the bell was opened (GAP-74). Nothing on the page hangs on it. */
export async function noteViewed(): Promise<void> {
  await currentClient().mutation(UpdateLastViewed, {}).toPromise();
}
