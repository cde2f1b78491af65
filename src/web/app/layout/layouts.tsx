import { Outlet } from '@tanstack/react-router';
import { menuLabelOf } from '../../../domain/menu/menu.ts';
import '../../ui/drawings/more-icons.ts';
import { isStaff, roleOf } from '../person.ts';
import { useSession } from '../session.tsx';
import { useText } from '../texts.tsx';
import { MenuList } from './menu-list.tsx';
import { TopBar } from './top-bar.tsx';

/**
 * The usual frame: top bar, side menu for a signed-in person, and the page in `main`. Staff have denser pages on large screens
 * (D-58). Visitors have no side menu, and the page has the whole width.
 */
export function ShellLayout() {
  const t = useText();
  const user = useSession();
  return (
    <>
      <TopBar />
      {user ? (
        <div className={isStaff(user) ? 'frame dense' : 'frame'}>
          <nav className="side" aria-label={t(menuLabelOf(roleOf(user)))}>
            <MenuList user={user} />
          </nav>
          <main className="main" id="main" tabIndex={-1}>
            <div className="wrap">
              <Outlet />
            </div>
          </main>
        </div>
      ) : (
        <main className="vis" id="main" tabIndex={-1}>
          <Outlet />
        </main>
      )}
    </>
  );
}

/** Frame of the questionnaire: the step list replaces the side menu. The page has its own `main`. */
export function QuestionLayout() {
  return (
    <>
      <TopBar />
      <Outlet />
    </>
  );
}
