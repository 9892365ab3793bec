package tabular

import (
	"strings"
	"sync"
)

// inEnglish is, by an English word for a column, what others call it, where no list of words has that already.
var inEnglish = map[string]string{
	"episode":     "エピソード 回合 에피소드 эпизод epizod bölüm",
	"subject":     "被试 受试者 被験者 피험자 испытуемый badany denek soggetto proefpersoon försöksperson υποκείμενο",
	"participant": "参与者 参加者 참가자 участник uczestnik katılımcı partecipante participante deltagare deelnemer",
	"patient":     "患者 病人 환자 пациент pacjent hasta paziente",
	"user":        "用户 ユーザー 사용자 пользователь użytkownik kullanıcı utente usuário usuario",
	"trial":       "试次 試行 시행 проба попытка próba deneme prova ensaio försök",
	"step":        "步骤 ステップ 단계 шаг krok adım passo stap",
	"date":        "日期 日付 날짜 дата tarih fecha",
	"time":        "时间 時間 시간 время czas zaman tempo tijd",
	"block":       "区块 ブロック 블록 блок blok bloc blocco bloco bloque",
	"choice":      "选择 選択 선택 выбор wybór seçim scelta escolha keuze",
	"action":      "动作 行动 行動 행동 действие działanie eylem azione ação",
	"reward":      "奖励 奖赏 報酬 보상 награда вознаграждение nagroda ödül ricompensa premio beloning belöning ανταμοιβή",
	"treatment":   "治疗 治療 치료 лечение leczenie tedavi trattamento",
	"symptom":     "症状 증상 симптом objaw belirti sintomo",
	"stimulus":    "刺激 자극 стимул bodziec uyaran stimolo estímulo reiz prikkel",
	"cue":         "hinweis indice",
	"feedback":    "反馈 フィードバック 피드백 обратнаясвязь",
	"signal":      "信号 シグナル 신호 сигнал sygnał sinyal segnale sinal",
	"observation": "观察 观测 観察 観測 관찰 наблюдение obserwacja gözlem osservazione observação",
	"cost":        "成本 费用 コスト 비용 затраты издержки koszt maliyet costo custo kostnad",
	"pain":        "疼痛 痛み 통증 боль ból ağrı dolore dolor douleur schmerz",
	"practice":    "练习 練習 연습 тренировка ćwiczenie alıştırma pratica prática entrainement entraînement übung",
	"weight":      "权重 重み вес waga ağırlık poids",
}

// translations is, in plain, the English word for each of those.
var translations = sync.OnceValue(func() map[string]string {
	english := map[string]string{}
	for word, others := range inEnglish {
		for other := range strings.FieldsSeq(others) {
			english[plain(other)] = word
		}
	}
	return english
})

// SaysNo says whether an entry says that what its column is called is not so: 0.0 is 00 in plain.
func SaysNo(entry string) bool {
	switch plain(entry) {
	case "0", "00", "false", "no", "n", "f", "nein", "non", "nao", "nie", "hayir", "нет", "否", "いいえ", "아니요":
		return true
	}
	return entry == "-"
}

// SaysYes says whether an entry says that what its column is called is so: 1.0 is 10 in plain.
func SaysYes(entry string) bool {
	switch plain(entry) {
	case "1", "10", "true", "yes", "y", "t", "ja", "oui", "si", "sim", "tak", "evet", "да", "是", "はい", "예":
		return true
	}
	return false
}
