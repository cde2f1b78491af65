/** Relations of a person who signs up for another person, as stored (SIGNUP-02, GAP-06). */
export const relations = [
  'employee',
  'spouse_or_partner',
  'child',
  'sibling',
  'friend',
  'parent',
  'general_practitioner',
  'other',
] as const;

export type Relation = (typeof relations)[number];
