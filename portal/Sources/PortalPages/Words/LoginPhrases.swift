import Words

/// The pages before an account: login, one-time link, invitation.
enum LoginPhrase: PageKey {
  case title, lead, email, password, enter, forgotten, forgottenHow, sendLink
  case wrong, wait, signedOut, sessionOver, linkSent, noMail
  case linkTitle, linkFor, linkUntil, linkEnter
  case invitationTitle, invitedBy, invitedFirst, invitationUntil, invitationFor, invitationKnown
  case rightTo
  case name, nameHelp, passwordNew, passwordHelp, language, spanish, english, accept
  case nameMissing, nameTooLong, passwordTooShort

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Entrar", en: "Sign in")
    case .lead:
      Phrase(
        es: "Aquí ves los avisos del dispositivo y respondes a ellos.",
        en: "Here you see the device's notices and answer them.")
    case .email: Phrase(es: "Tu dirección de correo", en: "Your mail address")
    case .password: Phrase(es: "Tu contraseña", en: "Your password")
    case .enter: Phrase(es: "Entrar", en: "Sign in")
    case .forgotten: Phrase(es: "Entrar sin contraseña", en: "Sign in without a password")
    case .forgottenHow:
      Phrase(
        es: "Te enviamos un enlace por correo. Sirve una vez. Con él también puedes poner una "
          + "contraseña nueva, en «Tu cuenta».",
        en: "We send you a link by mail. It works once. With it you can also set a new password, "
          + "in “Your account”.")
    case .sendLink: Phrase(es: "Enviarme un enlace", en: "Send me a link")
    case .wrong:
      Phrase(
        es: "El correo o la contraseña no son correctos.",
        en: "The mail address or the password is not right.")
    case .wait:
      Phrase(
        es: "Demasiados intentos seguidos. El próximo cuenta dentro de {age}.",
        en: "Too many attempts in a row. The next one counts in {age}.")
    case .signedOut: Phrase(es: "Has cerrado la sesión.", en: "You have signed out.")
    case .sessionOver:
      Phrase(
        es: "Tu sesión ha terminado. Entra otra vez.", en: "Your session has ended. Sign in again.")
    case .linkSent:
      Phrase(
        es: "Si esa dirección tiene una cuenta, hay un enlace en camino: tres como mucho en un "
          + "cuarto de hora. Mira también entre los correos no deseados.",
        en: "If that address has an account, a link is on its way: at most three in a quarter of "
          + "an hour. Look among the unwanted mail, too."
      )
    case .noMail:
      Phrase(
        es: "Este portal no manda correos, tampoco enlaces. Pide uno a quien lleva el portal.",
        en: "This portal sends no mails, nor links. Ask whoever keeps the portal for one.")
    case .linkTitle: Phrase(es: "Entrar con este enlace", en: "Sign in with this link")
    case .linkFor: Phrase(es: "El enlace es de {email}.", en: "The link belongs to {email}.")
    case .linkUntil:
      Phrase(es: "Sirve una vez, hasta {until}.", en: "It works once, until {until}.")
    case .linkEnter: Phrase(es: "Entrar ahora", en: "Sign in now")
    case .invitationTitle: Phrase(es: "Te han invitado", en: "You are invited")
    case .invitedBy:
      Phrase(
        es: "{name} te invita a acompañar a {wearer} desde este portal.",
        en: "{name} invites you to look after {wearer} from this portal.")
    case .invitedFirst:
      Phrase(
        es: "Esta es la primera cuenta para {wearer}.",
        en: "This is the first account for {wearer}.")
    case .invitationFor: Phrase(es: "Tu cuenta será {email}.", en: "Your account will be {email}.")
    case .invitationKnown:
      Phrase(
        es: "Ya tienes cuenta, {email}. El nombre y la contraseña siguen iguales.",
        en: "You have an account already, {email}. Its name and password stay as they are.")
    case .rightTo: Phrase(es: "Podrás {right}.", en: "You may {right}.")
    case .invitationUntil:
      Phrase(es: "La invitación vale hasta {until}.", en: "The invitation is valid until {until}.")
    case .name: Phrase(es: "Tu nombre", en: "Your name")
    case .nameHelp:
      Phrase(es: "Así te ven las demás personas.", en: "Others see you by this name.")
    case .passwordNew: Phrase(es: "Una contraseña nueva", en: "A new password")
    case .passwordHelp:
      Phrase(
        es: "Diez caracteres o más. Varias palabras sirven.",
        en: "Ten characters or more. Several words are fine.")
    case .language: Phrase(es: "Idioma", en: "Language")
    case .spanish: Phrase(es: "Español", en: "Español")
    case .english: Phrase(es: "English", en: "English")
    case .accept: Phrase(es: "Aceptar y entrar", en: "Accept and sign in")
    case .nameMissing: Phrase(es: "Falta tu nombre.", en: "Your name is missing.")
    case .nameTooLong:
      Phrase(
        es: "El nombre es demasiado largo: caben 60 letras.",
        en: "The name is too long: 60 letters fit.")
    case .passwordTooShort:
      Phrase(
        es: "La contraseña es demasiado corta: hacen falta diez caracteres.",
        en: "The password is too short: it needs ten characters.")
    }
  }
}

/// The account's own page.
enum AccountPhrase: PageKey {
  case title, you, save, saved, password, old, byLink, linkOver, linkAgain, new, change, changed
  case wrong
  case sessions, sessionsNote, this, seen, began, end, endOthers, ended, agent, agentUnknown

  var phrase: Phrase {
    switch self {
    case .title: Phrase(es: "Tu cuenta", en: "Your account")
    case .you: Phrase(es: "Tú", en: "You")
    case .save: Phrase(es: "Guardar", en: "Save")
    case .saved: Phrase(es: "Guardado.", en: "Saved.")
    case .password: Phrase(es: "Cambiar la contraseña", en: "Change the password")
    case .old: Phrase(es: "La contraseña de ahora", en: "The present password")
    case .byLink:
      Phrase(
        es: "Hasta {until} no hace falta la contraseña de ahora: has entrado con un enlace.",
        en: "Until {until} the present password is not needed: you signed in with a link.")
    case .linkOver:
      Phrase(
        es: "El cuarto de hora ha pasado. Escribe la contraseña de ahora, o pide otro enlace.",
        en: "The quarter of an hour is over. Type the present password, or ask for another link.")
    case .linkAgain: Phrase(es: "Pedir otro enlace", en: "Ask for another link")
    case .new: Phrase(es: "La nueva", en: "The new one")
    case .change: Phrase(es: "Cambiar", en: "Change")
    case .changed:
      Phrase(es: "La contraseña ha cambiado.", en: "The password has changed.")
    case .wrong:
      Phrase(es: "La contraseña de ahora no es correcta.", en: "The present password is not right.")
    case .sessions: Phrase(es: "Dónde tienes la sesión abierta", en: "Where you are signed in")
    case .sessionsNote:
      Phrase(
        es: "Si no reconoces alguna, termínala y cambia la contraseña.",
        en: "If you do not know one of them, end it and change the password.")
    case .this: Phrase(es: "Esta, la que usas ahora", en: "This one, which you use now")
    case .seen:
      Phrase(
        es: "Usada por última vez a {time} ({age}).", en: "Last used at {time} ({age}).")
    case .began: Phrase(es: "Abierta a {time}.", en: "Signed in at {time}.")
    case .end: Phrase(es: "Terminar esta sesión", en: "End this session")
    case .endOthers: Phrase(es: "Terminar todas las demás", en: "End all the others")
    case .ended: Phrase(es: "La sesión ha terminado.", en: "The session has ended.")
    case .agent: Phrase(es: "{name} en {way}", en: "{name} on {way}")
    case .agentUnknown: Phrase(es: "Un navegador", en: "A browser")
    }
  }
}
