/// The set-up from a file on the card: what the family reads on its computer afterwards.
package enum SetupPhrase: CatalogueKey {
  case done, replaced
  case unsettled, settingsFirst, mailMissing, mailSet, mailKept, settingsMissing, settingsBeside,
    settingsWrong, addLine, secretMissing
  case wifiSet, wifiNoManager, waiting, refused, failed, wrongLine, wrongFile
  case expectedLine, expectedKey, expectedOnce, expectedPortal, expectedCode, expectedNetwork
  case expectedPassword, expectedMailLines, expectedMail, expectedMailWord, expectedSender
  case expectedText, expectedShort, portalMissing, codeMissing, networkMissing

  package var phrase: Phrase {
    switch self {
    case .done:
      Phrase(
        es: "Listo: el dispositivo está emparejado con el portal, para {wearer}."
          + " El archivo con el código ya no está en la tarjeta.",
        en: "Done: the device is paired with the portal, for {wearer}."
          + " The file with the code is no longer on the card.")
    case .replaced:
      Phrase(
        es: "Sigue donde quedó el dispositivo perdido. Registros que ha recibido: {number}.",
        en: "It goes on where the lost device stopped. Records that it got: {number}.")
    case .unsettled:
      Phrase(
        es: "Falta escribir los primeros ajustes en el portal, en la página del perímetro."
          + " El código vale todavía y el archivo se queda en la tarjeta."
          + " El dispositivo prueba otra vez cada pocos minutos y cada vez que se enciende.",
        en: "The first settings must be written in the portal, on the page of the perimeter."
          + " The code is still good and the file stays on the card."
          + " The device tries again every few minutes, and whenever it is switched on.")
    case .settingsFirst:
      Phrase(
        es: "Tiene los ajustes que se escribieron en el portal.",
        en: "It has the settings that were written in the portal.")
    case .mailMissing:
      Phrase(
        es: "No puede mandar correos: los avisos se ven solo en el portal."
          + " Falta el servidor de correo en {name}, dentro de routes.",
        en: "It cannot send mails: notices are seen in the portal only."
          + " The mail server is missing in {name}, under routes.")
    case .mailSet:
      Phrase(
        es: "Manda los avisos por {name}. Pruébalo en el portal, con «Aviso de prueba».",
        en: "It sends notices by {name}. Try it in the portal, with “Test notice”.")
    case .mailKept:
      Phrase(
        es: "Los ajustes mandan los avisos por {name}, y no han cambiado."
          + " El servidor de correo del archivo no se ha usado.",
        en: "The settings send notices by {name}, and have not changed."
          + " The mail server of the file was not used.")
    case .settingsMissing:
      Phrase(
        es: "Faltan los ajustes. Hay que escribir {name} en el dispositivo.",
        en: "The settings are missing. Somebody must write {name} on the device.")
    case .settingsBeside:
      Phrase(
        es: "Los ajustes del perdido están en {name}. Los que ya había no han cambiado.",
        en: "The lost device's settings are in {name}. Those that were there have not changed.")
    case .settingsWrong:
      Phrase(
        es: "Hay que corregir los ajustes en el dispositivo: {text}.",
        en: "Somebody must mend the settings on the device: {text}.")
    case .addLine:
      Phrase(
        es: "Falta una línea en {name}, dentro de routes: {text}",
        en: "A line is missing in {name}, under routes: {text}")
    case .secretMissing:
      Phrase(
        es: "Hay que escribir otra vez {name} en el dispositivo."
          + " Es la contraseña de {text}, en una línea, que solo pueda leer su dueño.",
        en: "Somebody must write {name} on the device again."
          + " It is the secret for {text}, on one line, readable for its owner only.")
    case .wifiSet:
      Phrase(
        es: "El dispositivo conoce la red «{name}».", en: "The device knows the network “{name}”.")
    case .wifiNoManager:
      Phrase(
        es: "La red no se ha guardado: este dispositivo no tiene NetworkManager.",
        en: "The network was not stored: this device has no NetworkManager.")
    case .waiting:
      Phrase(
        es: "El portal no contesta como debe: {text}. El archivo se queda en la tarjeta."
          + " El dispositivo prueba otra vez cada pocos minutos y cada vez que se enciende."
          + " Si sigue así, mira si la dirección del archivo es la del portal.",
        en: "The portal does not answer as it should: {text}. The file stays on the card."
          + " The device tries again every few minutes, and whenever it is switched on."
          + " If that goes on, see whether the address in the file is the portal's.")
    case .refused:
      Phrase(
        es: "El portal no ha aceptado el código: {text}."
          + " Crea otro en la página del dispositivo y escríbelo en {name}.",
        en: "The portal did not accept the code: {text}."
          + " Make another one on the page of the device, and write it into {name}.")
    case .failed:
      Phrase(
        es: "No se ha hecho nada: {text}. El archivo se queda en la tarjeta.",
        en: "Nothing was done: {text}. The file stays on the card.")
    case .wrongLine:
      Phrase(
        es: "La línea {number} de {name} no se entiende. {text} No se ha hecho nada.",
        en: "Line {number} of {name} cannot be understood. {text} Nothing was done.")
    case .wrongFile:
      Phrase(
        es: "El archivo {name} no se entiende. {text} No se ha hecho nada.",
        en: "The file {name} cannot be understood. {text} Nothing was done.")
    case .expectedLine:
      Phrase(
        es: "Se espera una palabra, dos puntos y un valor, como «código: ABCD-EFGH».",
        en: "Expected a word, a colon and a value, such as “code: ABCD-EFGH”.")
    case .expectedKey:
      Phrase(
        es: "Se espera portal, código, wifi, contraseña, correo, usuario del correo,"
          + " contraseña del correo o remitente delante de los dos puntos.",
        en: "Expected portal, code, wifi, wifi-password, mail, mail-user, mail-password or sender"
          + " before the colon.")
    case .expectedOnce:
      Phrase(
        es: "Eso ya está en otra línea. Se espera una sola vez.",
        en: "Another line has that already. Expected it once.")
    case .expectedPortal:
      Phrase(
        es: "Se espera la dirección del portal, como «portal: https://portal.example.org».",
        en: "Expected the address of the portal, such as “portal: https://portal.example.org”.")
    case .expectedCode:
      Phrase(
        es: "Se espera el código que muestra el portal, como «código: ABCD-EFGH».",
        en: "Expected the code that the portal shows, such as “code: ABCD-EFGH”.")
    case .expectedNetwork:
      Phrase(
        es: "Se espera el nombre de la red, de 1 a 32 letras.",
        en: "Expected the name of the network, of 1 to 32 letters.")
    case .expectedPassword:
      Phrase(
        es: "Se espera una contraseña de 8 a 63 letras, sin acentos ni eñes.",
        en: "Expected a password of 8 to 63 letters, without accents.")
    case .expectedMailLines:
      Phrase(
        es: "Hacen falta las tres: correo, usuario del correo y contraseña del correo.",
        en: "All three are needed: mail, mail-user and mail-password.")
    case .expectedMail:
      Phrase(
        es: "Se espera el servidor de correo, como «correo: smtp.example.org».",
        en: "Expected the mail server, such as “mail: smtp.example.org”.")
    case .expectedMailWord:
      Phrase(es: "Se esperan 254 letras como mucho.", en: "Expected 254 letters at most.")
    case .expectedSender:
      Phrase(
        es: "Falta la dirección de la que salen los correos, como «remitente: ana@example.org».",
        en: "The address that mails come from is missing, such as “sender: ana@example.org”.")
    case .expectedText:
      Phrase(
        es: "Se espera un texto sencillo. En el Bloc de notas: Guardar como, codificación UTF-8.",
        en: "Expected plain text. In Notepad: Save as, encoding UTF-8.")
    case .expectedShort:
      Phrase(
        es: "Se espera un archivo de pocas líneas.", en: "Expected a file of a few lines.")
    case .portalMissing:
      Phrase(
        es: "Falta la línea del portal, como «portal: https://portal.example.org».",
        en: "The line with the portal is missing, such as “portal: https://portal.example.org”.")
    case .codeMissing:
      Phrase(
        es: "Falta la línea del código, como «código: ABCD-EFGH».",
        en: "The line with the code is missing, such as “code: ABCD-EFGH”.")
    case .networkMissing:
      Phrase(
        es: "Hay una contraseña y falta el nombre de la red, como «wifi: Casa».",
        en: "There is a password and no name of the network, such as “wifi: Home”.")
    }
  }
}

extension Language {
  /// A text of the set-up with its gaps filled.
  package func setUp(_ key: SetupPhrase, _ values: [(Slot, String)]) -> String {
    Language.fill(template(key), values)
  }
}
