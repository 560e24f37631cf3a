import type { LocalData } from '../storage/local-data.ts'

const key = 'alertSound'
const on = 'on'
const off = 'off'

/** Stores whether this browser plays alert sounds. */
export function storeSoundChoice(localData: LocalData, isOn: boolean): void {
  localData.write(key, isOn ? on : off)
}

/** Calls back with the choice, now and when another tab changes it; null before the first choice. Returns a stop function. */
export function watchSoundChoice(localData: LocalData, onChange: (isOn: boolean | null) => void): () => void {
  const report = () => {
    const stored = localData.read(key)
    onChange(stored === on ? true : stored === off ? false : null)
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) report()
  }
  report()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
