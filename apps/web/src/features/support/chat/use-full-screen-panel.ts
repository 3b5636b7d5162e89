import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * While `full`, the panel has the screen to itself: the page behind it is out of reach, and it
 * stays above the keyboard of the phone.
 */
export function useFullScreenPanel(panel: RefObject<HTMLElement | null>, full: boolean): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page brings a frame of its own.
  useEffect(() => {
    const page = document.querySelector<HTMLElement>('.app-frame');
    if (!full || !page) return;
    page.inert = true;
    return () => {
      page.inert = false;
    };
  }, [full, pathname]);
  useEffect(() => {
    const view = window.visualViewport;
    const element = panel.current;
    if (!full || !view || !element) return;
    const follow = (): void => {
      element.style.height = `${view.height}px`;
      element.style.top = `${view.offsetTop}px`;
    };
    follow();
    view.addEventListener('resize', follow);
    view.addEventListener('scroll', follow);
    return () => {
      view.removeEventListener('resize', follow);
      view.removeEventListener('scroll', follow);
      element.style.height = element.style.top = '';
    };
  }, [panel, full]);
}
