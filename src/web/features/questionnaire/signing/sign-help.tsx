import { HelpButton, HelpPlace } from '../../assistant/api.ts';
import css from './signing.module.css';

/** Help icon of the page to sign, which has no rail, and the place of the panel that it opens. */
export function SignHelp() {
  return (
    <>
      <p className={css.helpMe}>
        <HelpButton variant="text" />
      </p>
      <HelpPlace of="icon" />
    </>
  );
}
