import { stringifyDocument } from 'urql';
import { call } from '../../api/call.ts';
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

/** A page of a person's notifications, with the total and the number of unread ones. */
export type NotificationPage = ResultOf<typeof GetNotifications>['getNotifications'];
export type NotificationItem = NotificationPage['data'][number];

/** Data of the subscription. */
export type News = ResultOf<typeof NewNotifications>['new_notifications'];

/** The subscription, as text for the web socket. */
export const newsQuery: string = stringifyDocument(NewNotifications);

/**
 * Reads a part of the list. `alone` if the page sends the request by itself, not because of a click or a key. @throws ApiError
 */
export async function readNotifications(
  part: { offset: number; limit: number },
  { alone = false }: { alone?: boolean } = {},
): Promise<NotificationPage> {
  return (await call(GetNotifications, part, { unattended: alone })).getNotifications;
}

/** Marks one notification as read. @throws ApiError */
export const markRead = (id: string) => call(UpdateNotification, { id });

/** Marks all as read. @throws ApiError */
export const markAllRead = (userId: string) => call(UpdateAllNotifications, { user_id: userId });

/** Notes at the server that the bell was opened (GAP-74). @throws ApiError */
export const noteViewed = () => call(UpdateLastViewed, {});
