import { useEffect, useRef } from 'react';
import { useOnline } from './use-online.ts';

/** Calls `onReconnect` when a connection that was lost is back. */
export function useReconnection(onReconnect: () => void): void {
  const online = useOnline();
  const wasOnline = useRef(online);
  useEffect(() => {
    const back = online && !wasOnline.current;
    wasOnline.current = online;
    if (back) onReconnect();
  }, [online, onReconnect]);
}
