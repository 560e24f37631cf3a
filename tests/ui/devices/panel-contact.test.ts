import { expect, test } from 'vitest'
import { seekingText } from '../../../contract/devices/panel-contact.ts'

test('a device counts as loading only while the service can answer (LIVE-1)', () => {
  expect(seekingText('current')).toBe('Carregando o dispositivo…')
  expect(seekingText('offline')).toContain('este computador está sem rede. O painel tenta de novo sozinho.')
  expect(seekingText('silent')).toContain('sem contato com o servidor.')
  expect(seekingText('serviceSilent')).toContain('o serviço de dispositivos não responde.')
})
