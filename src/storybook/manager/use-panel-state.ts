import { useSyncExternalStore } from 'react'
import type { PanelState, PanelStore } from './panel-store.ts'

/** Returns the state of the panel, and renders again when it changes. */
export function usePanelState({ subscribe, get }: PanelStore): PanelState {
  return useSyncExternalStore(subscribe, get)
}
