import type { Words } from './words';

export const ES: Words = {
  language: 'Español',
  title: 'Recibe mensajes de texto de {brand}',
  description: 'Qué recibes',
  frequency: 'Frecuencia',
  phoneLabel: 'Número de teléfono móvil',
  phoneHint: 'Por ejemplo (206) 555-0100, o con código de país: +1 206 555 0100.',
  countriesHint: 'Solo números de: {countries}.',
  consent:
    'Acepto recibir mensajes de texto periódicos (SMS y MMS) de {brand} en el número indicado: {description} {frequency} Pueden aplicarse tarifas por mensajes y datos. Responde STOP para darte de baja, HELP para recibir ayuda. El consentimiento no es condición para ninguna compra.',
  terms: 'Términos y condiciones',
  privacy: 'Política de privacidad',
  submit: 'Suscribirme',
  leaveEmpty: 'Deja este campo vacío',
  otherLanguages: 'Esta página en otros idiomas',
  errorTitle: 'Revisa el formulario',
  errors: {
    phone: 'Escribe un número de teléfono móvil, por ejemplo (206) 555-0100 o +1 206 555 0100.',
    country: 'Los números de este país no pueden suscribirse aquí. Escribe un número de otro país.',
    consent: 'Marca la casilla para aceptar. Sin ella no se envía ningún mensaje.',
    changed: 'Esta página ha cambiado desde que la abriste. Léela de nuevo y suscríbete.',
  },
  done: {
    title: 'Mira tu teléfono',
    paragraphs: [
      'Si este número puede suscribirse, recibirá un mensaje de texto de {sender}. Responde YES para recibir mensajes de {brand}. Hasta entonces no recibirás ninguno.',
      '¿Ya te suscribiste, o lo pediste varias veces hoy? Entonces no llegará otro mensaje.',
      '¿Respondiste STOP alguna vez? Entonces no llegará ninguno: primero envía START al {sender} y después rellena este formulario de nuevo.',
    ],
  },
  later: {
    title: 'Inténtalo más tarde',
    paragraphs: ['En este momento nadie puede suscribirse aquí. No se ha enviado nada a tu teléfono.'],
  },
  notFound: {
    title: 'Este formulario no existe',
    paragraphs: ['Puede que se haya retirado. Comprueba la dirección o pregunta a quien te la dio.'],
  },
  unreadable: {
    title: 'No se pudo leer el formulario',
    paragraphs: ['Abre el formulario en un navegador y rellénalo allí.'],
  },
  formLink: 'Volver al formulario',
};
