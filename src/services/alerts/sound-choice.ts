import type { LocalData } from '../storage/local-data.ts'

const key = 'alertSound'
const on = 'on'

/** Keeps for this browser whether alerts sound; they do not until somebody says so. */
export function storeSoundChoice(localData: LocalData, isOn: boolean): void {
  if (isOn) localData.write(key, on)
  else localData.remove(key)
}

/** Calls back with it, now and when another tab changes it. Returns the way to stop. */
export function watchSoundChoice(localData: LocalData, onChange: (isOn: boolean) => void): () => void {
  const report = () => onChange(localData.read(key) === on)
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) report()
  }
  report()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
