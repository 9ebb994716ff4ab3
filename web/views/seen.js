/** Tells the store while a section is near the screen, so that what it costs is paid only then. */

/**
 * @param {Element} element
 * @param {(seen: boolean) => void} tell
 * @param {AbortSignal} signal
 */
export function watchSeen(element, tell, signal) {
  const observer = new IntersectionObserver(
    (entries) => tell(entries.at(-1)?.isIntersecting === true),
    {
      rootMargin: '200px',
    },
  );
  observer.observe(element);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    tell(false);
  });
}
