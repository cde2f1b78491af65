import type { Guide } from '../../../domain/guides.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapFound, useRead, type Read } from '../../api/use-read.ts';

const OwnGuides = graphql(`
  query ownGuides {
    currentUser {
      id
      for_my_self
      health_record_confirm_date
      donor_confirm_date
      acps {
        id
        status
        external
        updated_at
      }
    }
  }
`);

const ConfirmHealthRecord = graphql(`
  mutation confirmHealthRecord {
    confirmHealthRecord {
      id
      health_record_confirm_date
    }
  }
`);

const UndoHealthRecord = graphql(`
  mutation undoHealthRecord {
    undoHealthRecord {
      id
      health_record_confirm_date
    }
  }
`);

const ConfirmDonor = graphql(`
  mutation confirmDonor {
    confirmDonor {
      id
      donor_confirm_date
    }
  }
`);

const UndoDonor = graphql(`
  mutation undoDonor {
    undoDonor {
      id
      donor_confirm_date
    }
  }
`);

/** The person's confirmation of each guide, and the facts of the plan that the guides depend on. */
export type OwnGuides = NonNullable<ResultOf<typeof OwnGuides>['currentUser']>;

export function useOwnGuides(): Read<OwnGuides> {
  return mapFound(useRead(OwnGuides, {}, { refresh: true }), ({ currentUser }) => currentUser);
}

const noted = { types: ['RecentActivity'] };

const answers = {
  record: {
    confirm: () => call(ConfirmHealthRecord, {}, noted),
    undo: () => call(UndoHealthRecord, {}),
  },
  donor: {
    confirm: () => call(ConfirmDonor, {}, noted),
    undo: () => call(UndoDonor, {}),
  },
} as const;

/** Records that the person went through a guide; an existing date is kept (HEALTH-06, HEALTH-07). @throws ApiError */
export const confirmGuide = (guide: Guide): Promise<unknown> => answers[guide].confirm();

/** Undoes the confirmation. @throws ApiError */
export const undoGuide = (guide: Guide): Promise<unknown> => answers[guide].undo();
