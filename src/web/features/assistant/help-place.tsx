import { useAssistant, type Opener } from './assistant-context.ts';

/**
 * The place of the panel behind what opens it: on the screen it is beside the page, but who goes on by keyboard or listens comes to
 * it next.
 */
export function HelpPlace({ of }: { of: Opener }) {
  const { opened, closed, used } = useAssistant();
  // In a form that is closed no button works.
  const here = opened && (closed ? 'icon' : opened.opener) === of;
  return (
    <>
      {of === 'icon' && used && <span hidden data-assistant-used="" />}
      {here && <opened.Panel />}
    </>
  );
}
