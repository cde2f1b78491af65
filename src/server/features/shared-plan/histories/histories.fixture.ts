import fc from 'fast-check';

/** A step of one contact, selected by `at`. */
export type ContactStep =
  | {
      kind: 'invite' | 'accept' | 'acceptOldLink' | 'decline' | 'remove' | 'stepBack' | 'remind' | 'newLink';
      at: number;
    }
  | { kind: 'share'; at: number; plan: boolean; all: boolean; files: boolean[] };

/** A step of the account, or the passing of time. */
export type AccountStep =
  | { kind: 'suspend' | 'resume' | 'askDeletion' | 'keepAccount' | 'deleteAccount' }
  | { kind: 'wait'; days: number };

export type Step = ContactStep | AccountStep;

const at = fc.nat(2);
export const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('invite' as const), at }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('accept' as const), at }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'acceptOldLink' as const,
        'decline' as const,
        'remove' as const,
        'stepBack' as const,
        'remind' as const,
        'newLink' as const,
      ),
      at,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('share' as const),
      at,
      plan: fc.boolean(),
      all: fc.boolean(),
      files: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'suspend' as const,
        'resume' as const,
        'askDeletion' as const,
        'keepAccount' as const,
        'resume' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteAccount' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 20, 60) }),
  },
);

/** A contact in the model, in the simplest form of the requirement. */
export type Friend = {
  id: string;
  saidYes: boolean;
  askedAt: number;
  /** Every link that was mailed; the last one is the valid one. */
  requests: string[];
  links: string[];
  linkEnds: number;
  plan: boolean;
  all: boolean;
  files: Set<string>;
};

export type World = {
  friends: (Friend | null)[];
  /** Deleted contacts, with the links that they still have. */
  gone: { id: string; links: string[] }[];
  suspended: boolean;
  leaving: boolean;
  deleted: boolean;
};
