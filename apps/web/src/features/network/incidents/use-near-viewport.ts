import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far outside the window counts as near. */
const MARGIN = '300px';

/** A ref for an element, and whether it has come near the window; once true it stays so. */
export function useNearViewport<E extends Element>(): { ref: RefObject<E | null>; near: boolean } {
  const ref = useRef<E>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [near]);
  return { ref, near };
}
