import type { FieldError } from '../errors.ts';
import { passcodeLength } from '../health-links/health-link.ts';
import { readPasscode } from '../health-links/passcode.ts';
import { problem } from './field-errors.ts';

/** Returns the errors of what a reader typed to open a link, in the order of the fields. */
export const openLinkProblems = ({
  passcode,
  recipient,
}: {
  passcode: string;
  recipient: string;
}): FieldError[] => [
  ...problem(
    'passcode',
    new RegExp(`^\\d{${passcodeLength}}$`).test(readPasscode(passcode)) ? undefined : 'shl.error.passcode',
  ),
  ...problem('recipient', recipient.trim() === '' ? 'shl.error.recipient' : undefined),
];
