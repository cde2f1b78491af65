let say: (message: string) => void = () => undefined;

/** For the one part that speaks: takes over announcing. */
export function onAnnounce(speaker: (message: string) => void): void {
  say = speaker;
}

/** Lets screen readers say a message, politely. Also works while a dialog is open. */
export function announce(message: string): void {
  say(message);
}
