import type { Phrases } from './phrase';

/** Spanish phrases in which words of a refusal mean something else. */
export const SPANISH_HARMLESS_PHRASES: Phrases = {
  'Pide otra cosa': `
    no <es_escribir> antes|despues|hasta|el|la|los|las|a_las
    no me <es_escribir> antes|despues|hasta
    no quiero perder|perderme|molestar|esperar|llegar
    es|esta|queda|calidad|planta|talla|mas|muy|precio alto|baja|bajo
    no esta equivocada|equivocado
  `,
};

/** Spanish refusals. */
export const SPANISH_REFUSALS: Phrases = {
  'Que no escriban': `
    no ..2 vuelva|vuelvan|vuelvas a <es_escribir>
    no ..2 vuelva|vuelvan|vuelvas a
    que me|lo|la borren|quiten|eliminen|saquen|remuevan
    no|nunca ..2 <es_escribir>
    <es_dejar> ya? de <es_escribir>
    <es_dejar> ya? de <es_mensajes>
    <es_dejar> ya? con <es_estos>* <es_mensajes>
    <es_dejar> ..1 en paz
    <es_dejar> tranquilo|tranquila
    en paz
    no molest|molestar|moleste|molesten|molestes|molesta
    no ..2 molestando|escribiendo|mandando|enviando|textiando
    basta|suficiente de <es_estos>* <es_mensajes>
  `,
  'Alto, por sí solo': `
    ^^ <es_favor>* <es_alto> <es_favor>* $$
    ^ <es_favor>* <es_alto> ya $
    ^ ya <es_alto> $
    ^ <es_alto> por favor $
    por favor <es_alto> $
    <es_alto> ..1 <es_estos>* <es_mensajes>
    <es_alto> ..1 de|con <es_estos>* <es_mensajes>
    <es_alto> ..1 de <es_escribir>
    ^ basta $
    basta ..1 <es_mensajes>
    ya basta
    ya estuvo
    ya no mas
    ^^ ya no|ya $$
    ^^ ya no $$
    ^^ no mas $$
    ^^ <es_favor>* no mas <es_favor>* $$
    no mas <es_estos>* <es_mensajes>
    no mas por favor
    no more mensajes
  `,
  'No los quiere': `
    no|nunca ..2 pedi|solicite|autorice|acepte|suscribi|inscribi|registre|di_permiso|di_mi
    no di|doy ..1 permiso|consentimiento|autorizacion|numero
    no <es_querer> ..4 <es_mensajes>
    no <es_querer> ..2 recibir|recibirlos|que_me|ser|saber|estar
    no <es_querer> ..1 nada|mas|esto|estos|eso|ninguno|ninguna|ningun
    no <es_querer> <es_estos> $
    ^ ya? no <es_querer> $
    no <es_querer> gracias
    no ..1 interes|interesa|interesan|interesado|interesada
    no ..2 pedi|solicite|autorizo|autorice|acepte|acepto|suscribi|inscribi|registre
    ^^ no gracias $$
    ^^ no , gracias $$
    gracias ,? pero no
    no gracias ,? no
    retiro|revoco ..1 mi consentimiento|permiso|autorizacion
  `,
  'Que lo quiten': `
    <es_quitarme>
    <es_quitar> ..1 mi|mis|este|el|nuestro|sus numero|nombre|telefono|celular|contacto|datos|informacion|num
    <es_quitar> de ..1 lista|sistema|base
    de su|tu|la|sus|esta|esa|vuestra lista
    dar|darme|darse|darnos|dame|deme|denme|den|denos|da|dan ..1 de baja
    <es_favor>* baja $$
    ^ baja|salir|fin|terminar|quitar|eliminar|cancelar|detener|parar|borrar|desactivar|anular|remover <es_favor>* $
    cancelar|cancelen|cancele|cancela|cancelo|anular|anulen|terminar|terminen|detener|detengan|detenga|desactivar|desactiven ..2 <es_mensajes>|suscripcion|servicio|subscription
    desuscribir|desuscribirme|desuscribanme|desuscribir|desinscribir|desinscribirme|desinscribirse|desuscribeme|desuscribame|desubscribir|desuscripcion
    como ..2 cancelo|cancelar|salgo|salir|desuscribo|desuscribirme|detengo|paro|quito|elimino|doy
    quiero|deseo|quisiera|necesito|favor salir|cancelar|parar $
    quiero|deseo|quisiera salir|salirme de
    voy a bloquear|reportar|denunciar|demandar
    bloqueado|bloqueados|bloqueada|reportado|reportados $
    los|lo|te voy bloquear|reportar
    es acoso
    es spam
  `,
};

/** Spanish phrases which say that the phone has another owner. */
export const SPANISH_WRONG_NUMBERS: Phrases = {
  'Número equivocado': `
    numero mal $
    numero|persona|telefono|num|number|celular ..1 <es_equivocado>
    se|te|esta|estas|estan|ha|has|tiene|tienen|tienes|han ..3 <es_equivocado>
    ^^ <es_favor>* <es_equivocado> <es_favor>* $$
    confundio|confundiste|confundieron|confundiendo
  `,
  'No es esa persona': `
    no soy ella|el $
    soy otra persona
    no soy yo
    ^ otra persona $
    no es mi numero
    numero no es
    no es mi nombre
    no se quien es|eres|son|habla
    no soy|somos NAME
    no soy ..1 la|esa|ese|el|quien persona|NAME|que|senor|senora|cliente|busca|buscan
    yo no soy
    <es_esto> no es|era ..1 el|mi|su|tu|de|NAME ..1 numero|nombre|telefono|NAME|celular|el|ella
    <es_esto> no es NAME|el|ella
    ya no es ..1 el|su|de ..1 numero|telefono|NAME
    no es ..1 el|su|mi numero|telefono
    aqui no vive|hay|esta|es|trabaja
    no vive|trabaja aqui
    no ..1 conozco a? ..2
    <es_quien> ..3 mi numero
    donde|como ..3 mi numero|telefono
    ya no tiene|usa este
    fallecio|murio
    cambio de numero
  `,
};
