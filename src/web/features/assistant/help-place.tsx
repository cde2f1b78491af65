import { useAssistant, type Opener } from './assistant-context.ts';

/**
 * Place of the panel after the element that opens it: on the screen it is beside the page, but for keyboards and screen readers
 * it comes next.
 */
export function HelpPlace({ of }: { of: Opener }) {
  const { opened, closed, used } = useAssistant();
  // In a closed form no button works.
  const here = opened && (closed ? 'icon' : opened.opener) === of;
  return (
    <>
      {of === 'icon' && used && <span hidden data-assistant-used="" />}
      {here && <opened.Panel />}
    </>
  );
}
